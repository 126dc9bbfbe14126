import type { AccountPageSettings } from './account-page.ts';
import type { Branding, HostedPageSettings } from './hosted-pages.ts';
import type { RateLimits } from './rate-limits.ts';
import type { SecurityNoticeKind } from './security-notices.ts';

/** Claims that a scope gives: by claim, a text in which `{{user.email}}` represents an attribute. */
export interface ScopeMapping {
  scope: string;
  description: string;
  claims: Record<string, string>;
}

export interface ProjectSettings {
  /** URLs that a code may be sent to: exact, or with `*` as the leftmost host label or at the end of the path. */
  redirectUrls: string[];
  signingAlgorithm: 'RS256' | 'ES256';
  /** From when on tokens that are not sessions have keys of their own, in milliseconds. Null: they have the keys of sessions. */
  applicationKeysFrom: number | null;
  /** Session and refresh JWTs name the project as their audience. */
  sessionAudience: boolean;
  /** The language of messages for users without a locale. */
  locale: string;
  sessionLifetimeSeconds: number;
  refreshIdleSeconds: number;
  refreshLifetimeSeconds: number;
  /** Origins whose pages may read responses and use cookies; compared whole. */
  allowedOrigins: string[];
  /** The relying-party domain of passkeys. Empty: the host of the requesting page. */
  passkeyDomain: string;
  /** The delivery of refresh tokens to browsers: `cookies` hides them from scripts. */
  tokenDelivery: 'body' | 'cookies';
  /** The domain of the cookies. If empty, only the host that sets them gets them. */
  cookieDomain: string;
  cookieSameSite: 'strict' | 'lax' | 'none';
  /** The name of the refresh token's cookie. */
  cookieName: string;
  sessionCookieName: string;
  /** The default target of invitations. Empty: our own page. */
  inviteUrl: string;
  inviteSendMail: boolean;
  inviteSendSMS: boolean;
  inviteLifetimeSeconds: number;
  /** The message sent to a user who asks for a password reset. */
  passwordResetMethod: 'magiclink' | 'enchantedlink';
  /** The events that users are notified of by email. */
  securityNotices: SecurityNoticeKind[];
  /** An impersonator must hold every role and permission of the user, too. */
  strictImpersonation: boolean;
  /** A domain that a tenant has proven includes the domains below it. */
  provenSubdomains: boolean;
  /** Third-party applications can register themselves, and can be described by a document. */
  clientRegistration: boolean;
  clientMetadataDocuments: boolean;
  /** Claims by scope, to which third-party applications can refer. */
  scopeClaimMapping: ScopeMapping[];
  rateLimits: RateLimits;
  /** Addresses and networks that are exempt from rate limits by address, project and session. */
  unlimitedAddresses: string[];
  /** The list was set by an administrator of this version. See `unlimitedNetworks`. */
  unlimitedIsChosen?: true;
  branding: Branding;
  hostedPages: HostedPageSettings;
  accountPage: AccountPageSettings;
}

export interface Project {
  id: string;
  name: string;
  tags: string[];
  createdAt: number;
  settings: ProjectSettings;
  /** `false`: no sign-in policy applies to any user, so that sign-ins need not look for one. */
  hasSignInPolicies?: boolean;
}
