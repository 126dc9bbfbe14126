import { defaultAccountPage } from '../../../core/account-page.ts';
import { defaultBranding, defaultHostedPages } from '../../../core/hosted-pages.ts';
import type { Project, ProjectSettings } from '../../../core/project.ts';
import { defaultRateLimits, loopbackNetworks } from '../../../core/rate-limits.ts';
import { defaultLinkSettings } from './link-settings.ts';

/** Lifetimes and limits: see `docs/security.md`. */
export const defaultSettings: ProjectSettings = {
  redirectUrls: [],
  signingAlgorithm: 'RS256',
  applicationKeysFrom: 0,
  sessionAudience: true,
  locale: 'en',
  sessionLifetimeSeconds: 10 * 60,
  refreshIdleSeconds: 14 * 24 * 60 * 60,
  refreshLifetimeSeconds: 30 * 24 * 60 * 60,
  allowedOrigins: [],
  passkeyDomain: '',
  tokenDelivery: 'body',
  cookieDomain: '',
  cookieSameSite: 'strict',
  cookieName: 'DSR',
  sessionCookieName: 'DS',
  ...defaultLinkSettings,
  strictImpersonation: false,
  provenSubdomains: false,
  clientRegistration: false,
  clientMetadataDocuments: false,
  scopeClaimMapping: [],
  rateLimits: defaultRateLimits,
  unlimitedAddresses: loopbackNetworks,
  branding: defaultBranding,
  hostedPages: defaultHostedPages,
  accountPage: defaultAccountPage,
};

/** The settings of a project that an earlier version created: its applications and users rely on them. */
const settingsBefore = { applicationKeysFrom: null, sessionAudience: false };
const hostedPagesBefore = { signUpProvesAddress: false };

export function toProject(row: {
  id: string;
  name: string;
  tags: string;
  createdAt: number;
  settings: string;
  hasSignInPolicies?: boolean | number;
}): Project {
  const stored = JSON.parse(row.settings) as Partial<ProjectSettings>;
  return {
    id: row.id,
    name: row.name,
    tags: JSON.parse(row.tags) as string[],
    createdAt: row.createdAt,
    ...(row.hasSignInPolicies !== undefined && { hasSignInPolicies: Boolean(row.hasSignInPolicies) }),
    settings: {
      ...defaultSettings,
      ...settingsBefore,
      ...stored,
      rateLimits: { ...defaultRateLimits, ...stored.rateLimits },
      branding: { ...defaultBranding, ...stored.branding },
      hostedPages: { ...defaultHostedPages, ...hostedPagesBefore, ...stored.hostedPages },
      accountPage: { ...defaultAccountPage, ...stored.accountPage },
    },
  };
}
