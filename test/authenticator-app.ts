import { Secret, TOTP } from 'otpauth';

/**
 * Returns the code that an authenticator app shows for a base32 secret at a time. Tests of TOTP itself use the
 * independent program in `counterparts/oathtool.ts`.
 */
export function totpCode(base32Secret: string, atMs: number): string {
  return new TOTP({ secret: Secret.fromBase32(base32Secret) }).generate({ timestamp: atMs });
}
