import type { Claims } from '../../../../protocols/oidc/claims.ts';

/** A provider's statements about a user, in our terms. */
export interface ProviderProfile {
  /** The provider's permanent ID of the user. */
  subject: string;
  /** The address, or an empty text if the provider names none. */
  email: string;
  /** True if the provider has verified that the address is the user's. */
  emailVerified: boolean;
  name: string;
  givenName: string;
  familyName: string;
  picture: string;
}

/** Everything that a provider has sent in one sign-in. It is untrusted JSON. */
export interface ProviderAnswer {
  /** The claims of the verified ID token. Empty at an OAuth 2.0 provider. */
  claims: Claims;
  userInfo: Claims;
  /** The answer of `emailsUrl`, if there is one. */
  emails: unknown;
  /** The field `user` of an answer that was posted as a form. */
  form: Claims;
}

export interface ProviderDefinition {
  /** The display name. */
  title: string;
  protocol: 'oidc' | 'oauth2';
  /** With OpenID Connect, everything else is discovered from the issuer. */
  issuer: string;
  endpoints?: ProviderEndpoints;
  scopes: readonly string[];
  /** The scopes that request a refresh token, if tokens are stored. */
  offlineScopes?: readonly string[];
  offlineParameters?: Record<string, string>;
  authentication: 'basic' | 'post';
  /** Features that the provider does not know, and refuses or leaves out of its ID token. */
  lacks?: readonly ('nonce' | 'pkce')[];
  /** The provider's userinfo adds nothing useful. */
  needsNoUserInfo?: true;
  /** The provider's page posts the answer as a form. */
  answersByForm?: true;
  /** The client secret is a JWT that we sign for each request. */
  signsSecret?: true;
  readProfile(answer: ProviderAnswer): ProviderProfile;
}

export interface ProviderEndpoints {
  authorizationUrl?: string;
  tokenUrl?: string;
  userInfoUrl?: string;
  jwksUrl?: string;
  /** The endpoint of the user's addresses, if the profile does not have them. */
  emailsUrl?: string;
}
