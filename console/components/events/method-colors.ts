/** The methods that have a colour of their own (`method-colors.css`). */
const coloured = new Set([
  ...['password', 'otp', 'magiclink', 'enchantedlink', 'embeddedlink', 'totp', 'recoveryCode', 'webauthn'],
  ...['oauth', 'saml', 'oidc', 'sso', 'management', 'invite'],
]);

/** Returns the colour of a sign-in method, which is the same wherever the method appears. */
export function methodColor(method: string): string {
  return `var(--method-${coloured.has(method) ? method : 'other'})`;
}
