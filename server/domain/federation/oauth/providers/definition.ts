import type { Claims } from '../../../../protocols/oidc/claims.ts';

/** What a provider says about somebody, as we understand it. */
export interface ProviderProfile {
  /** Who it is, for ever, at this provider. */
  subject: string;
  /** Empty: it names none. */
  email: string;
  /** The provider says that the address is theirs. */
  emailVerified: boolean;
  name: string;
  givenName: string;
  familyName: string;
  picture: string;
}

/** Everything that a provider has said in one sign-in. None of it is more than JSON from outside. */
export interface ProviderAnswer {
  /** Of the verified ID token; empty at an OAuth 2.0 provider. */
  claims: Claims;
  userInfo: Claims;
  /** From `emailsUrl`, where there is one. */
  emails: unknown;
  /** The field `user` of an answer that came by a form. */
  form: Claims;
}

export interface ProviderDefinition {
  /** What people call it. */
  title: string;
  protocol: 'oidc' | 'oauth2';
  /** With OpenID Connect everything else is discovered from it. */
  issuer: string;
  endpoints?: ProviderEndpoints;
  scopes: readonly string[];
  /** What it takes to be given a refresh token, when tokens are kept. */
  offlineScopes?: readonly string[];
  offlineParameters?: Record<string, string>;
  authentication: 'basic' | 'post';
  /** What it does not know, and refuses or leaves out of its ID token. */
  lacks?: readonly ('nonce' | 'pkce')[];
  /** Its userinfo adds nothing that counts. */
  needsNoUserInfo?: true;
  /** The answer comes by a form that its page posts. */
  answersByForm?: true;
  /** The client secret is a JWT that we sign each time. */
  signsSecret?: true;
  readProfile(answer: ProviderAnswer): ProviderProfile;
}

export interface ProviderEndpoints {
  authorizationUrl?: string;
  tokenUrl?: string;
  userInfoUrl?: string;
  jwksUrl?: string;
  /** A list of addresses, which the profile does not have. */
  emailsUrl?: string;
}
