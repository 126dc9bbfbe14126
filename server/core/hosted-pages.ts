/** What a sign-in page can offer. */
export const signInMethods = [
  'password',
  'emailCode',
  'smsCode',
  'magicLink',
  'totp',
  'sso',
  'oauth',
  'passkey',
] as const;
export type SignInMethod = (typeof signInMethods)[number];

/** How the pages of a project look. */
export interface Branding {
  /** An https address, or empty: the project's name stands there. */
  logoUrl: string;
  /** `#` and six hexadecimal digits, or empty. */
  primaryColor: string;
}

/** What the pages of a project offer. */
export interface HostedPageSettings {
  /** In the order in which they are offered. */
  signInMethods: SignInMethod[];
  signUp: boolean;
  /** Where a page ends that was opened without an address to end at; empty: it says that it is done. */
  redirectUrl: string;
}

export const defaultBranding: Branding = { logoUrl: '', primaryColor: '' };

export const defaultHostedPages: HostedPageSettings = {
  signInMethods: [...signInMethods],
  signUp: false,
  redirectUrl: '',
};
