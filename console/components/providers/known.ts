import type { OAuthProvider } from '../../../client/client.ts';
import { oauthProviders } from '../../../client/constants.ts';

/** A built-in provider before it is set up. */
export interface KnownProvider extends Registration {
  id: string;
  title: string;
  protocol: OAuthProvider['protocol'];
  scopes: readonly string[];
  /** Present for OpenID Connect providers. */
  issuer?: string;
  authentication: OAuthProvider['authentication'];
}

interface Registration {
  /** The page where a client is registered. */
  registerAt: string;
  /** True if organizations often run their own server of this kind. */
  hasOwnServers?: true;
  /** True if the logo is black, and has a white form for dark backgrounds. */
  hasDarkLogo?: true;
}

const registrations: Record<(typeof oauthProviders)[number]['id'], Registration> = {
  google: { registerAt: 'https://console.cloud.google.com/apis/credentials' },
  microsoft: {
    registerAt: 'https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade',
    hasOwnServers: true,
  },
  github: { registerAt: 'https://github.com/settings/developers', hasDarkLogo: true },
  apple: {
    registerAt: 'https://developer.apple.com/account/resources/identifiers/list/serviceId',
    hasDarkLogo: true,
  },
  gitlab: { registerAt: 'https://gitlab.com/-/user_settings/applications', hasOwnServers: true },
  facebook: { registerAt: 'https://developers.facebook.com/apps/' },
  linkedin: { registerAt: 'https://www.linkedin.com/developers/apps' },
  slack: { registerAt: 'https://api.slack.com/apps' },
  discord: { registerAt: 'https://discord.com/developers/applications' },
};

export const knownProviders: KnownProvider[] = oauthProviders.map((provider) => ({
  ...provider,
  ...registrations[provider.id],
}));
