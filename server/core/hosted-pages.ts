/** The sign-in methods that a page can offer. */
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

/** The appearance of a project's pages. */
export interface Branding {
  /** An https address. Empty: the page shows the project's name. */
  logoUrl: string;
  /** `#` and six hexadecimal digits, or empty. */
  primaryColor: string;
}

/** The content of a project's pages. */
export interface HostedPageSettings {
  /** In display order. */
  signInMethods: SignInMethod[];
  signUp: boolean;
  /** Users who sign in with a password are offered a passkey, once a month at most. */
  offerPasskeys: boolean;
  /** The target of a page that was opened without one. Empty: the page reports completion. */
  redirectUrl: string;
}

export const defaultBranding: Branding = { logoUrl: '', primaryColor: '' };

export const defaultHostedPages: HostedPageSettings = {
  signInMethods: [...signInMethods],
  signUp: false,
  offerPasskeys: false,
  redirectUrl: '',
};
