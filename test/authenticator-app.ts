import { Secret, TOTP } from 'otpauth';

/**
 * The code that an authenticator app shows for a base32 secret at a moment. Tests whose subject is TOTP itself ask the
 * independent program in `counterparts/oathtool.ts`.
 */
export function totpCode(base32Secret: string, atMs: number): string {
  return new TOTP({ secret: Secret.fromBase32(base32Secret) }).generate({ timestamp: atMs });
}
