import { execFileSync } from 'node:child_process';

export interface TotpOptions {
  digits?: 6 | 7 | 8;
  periodSeconds?: number;
  algorithm?: 'SHA1' | 'SHA256' | 'SHA512';
}

/** Returns the code that the independent program oathtool computes for a base32 secret at a time. */
export function totpCode(base32Secret: string, atMs: number, options: TotpOptions = {}): string {
  const { digits = 6, periodSeconds = 30, algorithm = 'SHA1' } = options;
  const args = [
    `--totp=${algorithm}`,
    '--base32',
    `--digits=${digits}`,
    `--time-step-size=${periodSeconds}s`,
    `--now=@${Math.floor(atMs / 1000)}`,
    // Read from standard input: an argument would be visible to every user of the machine.
    '-',
  ];
  return execFileSync('oathtool', args, { input: base32Secret, encoding: 'utf8' }).trim();
}
