/** The sign-in methods that a page can offer. In `core`, like all settings of a project, which each request carries. */
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

export const colorSchemes = ['system', 'light', 'dark'] as const;
export const cornerRadii = ['none', 'small', 'medium', 'large'] as const;

/** The appearance of a project's pages. Colours are `#` and six hexadecimal digits, or empty for the default. */
export interface Branding {
  /** An https address, or the path of an uploaded image. Empty: the page shows the project's name. */
  logoUrl: string;
  /** Replaces the logo in the dark scheme. Empty: the same one. */
  darkLogoUrl: string;
  /** The colour of buttons and links. */
  primaryColor: string;
  /** Replaces it in the dark scheme. Empty: the same one. */
  darkPrimaryColor: string;
  /** The colour behind the card. */
  backgroundColor: string;
  darkBackgroundColor: string;
  cornerRadius: (typeof cornerRadii)[number];
  /** `system`: as the user's system says. */
  colorScheme: (typeof colorSchemes)[number];
}

/** The content of a project's pages. */
export interface HostedPageSettings {
  /** In display order. */
  signInMethods: SignInMethod[];
  signUp: boolean;
  /** A sign-up creates the account once a code or link has proven the address. Otherwise any login ID can sign up. */
  signUpProvesAddress: boolean;
  /** Users who sign in with a password are offered a passkey, once a month at most. */
  offerPasskeys: boolean;
  /** The target of a page that was opened without one. Empty: the page reports completion. */
  redirectUrl: string;
}

/** The paths of uploaded images begin with it. */
export const logoFolder = '/assets/logos/';

/** Returns the address of a logo. That of an uploaded image names its project, so that no other one is looked through for it. */
export function logoAddress(projectId: string, logoUrl: string): string {
  return logoUrl.startsWith(logoFolder)
    ? `${logoFolder}${projectId}/${logoUrl.slice(logoFolder.length)}`
    : logoUrl;
}

export const defaultBranding: Branding = {
  logoUrl: '',
  darkLogoUrl: '',
  primaryColor: '',
  darkPrimaryColor: '',
  backgroundColor: '',
  darkBackgroundColor: '',
  cornerRadius: 'medium',
  colorScheme: 'system',
};

export const defaultHostedPages: HostedPageSettings = {
  signInMethods: [...signInMethods],
  signUp: false,
  signUpProvesAddress: true,
  offerPasskeys: false,
  redirectUrl: '',
};
