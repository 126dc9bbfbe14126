import type { OAuthProvider } from '../../../client/client.ts';

/** A built-in provider before it is set up (`server/domain/federation/oauth/providers`). */
export interface KnownProvider {
  id: string;
  title: string;
  protocol: OAuthProvider['protocol'];
  scopes: string[];
  /** Present for OpenID Connect providers. */
  issuer?: string;
  /** True if organizations often run their own server of this kind. */
  hasOwnServers?: true;
  authentication: OAuthProvider['authentication'];
  /** True if the logo is black, and has a white form for dark backgrounds. */
  hasDarkLogo?: true;
  /** The page where a client is registered. */
  registerAt: string;
}

const oidcScopes = ['openid', 'profile', 'email'];

export const knownProviders: KnownProvider[] = [
  {
    id: 'google',
    title: 'Google',
    protocol: 'oidc',
    scopes: oidcScopes,
    issuer: 'https://accounts.google.com',
    authentication: 'post',
    registerAt: 'https://console.cloud.google.com/apis/credentials',
  },
  {
    id: 'microsoft',
    title: 'Microsoft',
    protocol: 'oidc',
    scopes: oidcScopes,
    issuer: 'https://login.microsoftonline.com/common/v2.0',
    hasOwnServers: true,
    authentication: 'post',
    registerAt: 'https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade',
  },
  {
    id: 'github',
    title: 'GitHub',
    protocol: 'oauth2',
    scopes: ['read:user', 'user:email'],
    authentication: 'post',
    hasDarkLogo: true,
    registerAt: 'https://github.com/settings/developers',
  },
  {
    id: 'apple',
    title: 'Apple',
    protocol: 'oidc',
    scopes: ['openid', 'name', 'email'],
    issuer: 'https://appleid.apple.com',
    authentication: 'post',
    hasDarkLogo: true,
    registerAt: 'https://developer.apple.com/account/resources/identifiers/list/serviceId',
  },
  {
    id: 'gitlab',
    title: 'GitLab',
    protocol: 'oidc',
    scopes: oidcScopes,
    issuer: 'https://gitlab.com',
    hasOwnServers: true,
    authentication: 'basic',
    registerAt: 'https://gitlab.com/-/user_settings/applications',
  },
  {
    id: 'facebook',
    title: 'Facebook',
    protocol: 'oauth2',
    scopes: ['public_profile', 'email'],
    authentication: 'post',
    registerAt: 'https://developers.facebook.com/apps/',
  },
  {
    id: 'linkedin',
    title: 'LinkedIn',
    protocol: 'oidc',
    scopes: oidcScopes,
    issuer: 'https://www.linkedin.com/oauth',
    authentication: 'post',
    registerAt: 'https://www.linkedin.com/developers/apps',
  },
  {
    id: 'slack',
    title: 'Slack',
    protocol: 'oidc',
    scopes: oidcScopes,
    issuer: 'https://slack.com',
    authentication: 'post',
    registerAt: 'https://api.slack.com/apps',
  },
  {
    id: 'discord',
    title: 'Discord',
    protocol: 'oauth2',
    scopes: ['identify', 'email'],
    authentication: 'post',
    registerAt: 'https://discord.com/developers/applications',
  },
];
