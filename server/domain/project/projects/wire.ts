import type { ServiceContext } from '../../../core/context.ts';
import type { Project } from '../../../core/project.ts';
import { type RateLimitName, rateLimitNames, unlimitedNetworks } from '../../../core/rate-limits.ts';
import { type Static, t } from '../../../http/schema.ts';
import { browserFields, browserSettingsToWire } from './wire-browser.ts';
import { linkFields, linkSettingsToWire } from './wire-links.ts';
import { pageFields, pageSettingsInput } from './wire-pages.ts';

/** A required text: an empty one is refused as missing. */
const filled = { emptyIsAbsent: true, maxLength: 255 };

export const nameInput = t.object({ name: t.text(filled) });
export const tagsInput = t.object({ tags: t.list(t.text({ maxLength: 100 }), { maxItems: 50 }) });

export const projectsOutput = t.object({
  projects: t.list(
    t.object(
      {
        id: t.text(),
        name: t.text(),
        environment: t.text({ description: 'Always empty: projects have no types' }),
        tags: t.list(t.text()),
        tag: t.text({ description: 'The first tag' }),
      },
      { $id: 'Project' },
    ),
  ),
});

export function projectToWire({
  id,
  name,
  tags,
}: Project): Static<typeof projectsOutput>['projects'][number] {
  return { id, name, environment: '', tags, tag: tags[0] ?? '' };
}

const rateLimit = t.object(
  {
    requests: t.integer({ description: 'The number of requests allowed at once; 0: no limit' }),
    seconds: t.integer({
      description: 'The time in which the full number of requests becomes available again, one by one',
    }),
  },
  { $id: 'RateLimit' },
);

const rateLimits = Object.fromEntries(rateLimitNames.map((name) => [name, rateLimit])) as Record<
  RateLimitName,
  typeof rateLimit
>;

const settings = {
  redirectUrls: t.list(t.text(), {
    maxItems: 1_000,
    description:
      'URLs that a browser may be redirected to with a credential. Absolute URLs, with `*` as the ' +
      'leftmost label of the host or at the end of the path',
  }),
  sessionLifetimeSeconds: t.integer({ description: 'The lifetime of a session JWT: from a minute to a day' }),
  refreshIdleSeconds: t.integer({ description: 'A session ends after this time without a refresh' }),
  refreshLifetimeSeconds: t.integer({ description: 'A session ends after this time; at most a year' }),
  signingAlgorithm: t.choice(['RS256', 'ES256'], {
    description: 'The Java and .NET SDKs require RS256. The key of a new algorithm signs after ten minutes.',
  }),
  separateApplicationTokens: t.flag({
    description:
      'Tokens that are not sessions, such as ID tokens and the access tokens of third-party applications, are ' +
      'signed with separate keys. The SDKs then do not accept them as sessions. After you turn it on, the keys ' +
      'sign after ten minutes',
  }),
  sessionAudience: t.flag({
    description:
      'Session and refresh JWTs name the project as their audience (`aud`), for `validateSession(token, { audience })`',
  }),
  locale: t.text({
    maxLength: 35,
    description: 'The language of messages to users without one: `en`, `de`, …',
  }),
  ...browserFields,
  ...linkFields,
  clientRegistration: t.flag({
    description:
      'Third-party applications can register themselves (RFC 7591). MCP servers have a separate setting',
  }),
  clientMetadataDocuments: t.flag({
    description: 'Third-party applications can use the URL of a metadata document as their client ID',
  }),
  strictImpersonation: t.flag({
    description:
      'Impersonators must have every role and permission of the user; false: the Impersonate permission is ' +
      'enough, unless the user has it in a tenant where the impersonator does not',
  }),
  provenSubdomains: t.flag({
    description:
      'A domain that a tenant has verified with a DNS record includes its subdomains; false: only the domain itself counts',
  }),
  unlimitedAddresses: t.list(t.text({ maxLength: 64 }), {
    maxItems: 100,
    description:
      'IP addresses and CIDR ranges of your own servers. Only the limits per key apply to them. In ' +
      'development, loopback is included from the start',
  }),
};

export const settingsInput = t.object({
  ...t.partial(settings),
  rateLimits: t.optional(
    t.object(t.partial(rateLimits), { description: 'Changes the named limits; the others stay as they are' }),
  ),
  ...pageSettingsInput,
});
export const settingsOutput = t.object(
  { ...settings, rateLimits: t.object(rateLimits), ...pageFields },
  { $id: 'ProjectSettings' },
);

export function settingsToWire(
  { mode }: Pick<ServiceContext, 'mode'>,
  { settings }: Pick<Project, 'settings'>,
): Static<typeof settingsOutput> {
  const { redirectUrls, sessionLifetimeSeconds, refreshIdleSeconds } = settings;
  const { refreshLifetimeSeconds, signingAlgorithm, rateLimits } = settings;
  return {
    redirectUrls,
    sessionLifetimeSeconds,
    refreshIdleSeconds,
    refreshLifetimeSeconds,
    signingAlgorithm,
    separateApplicationTokens: settings.applicationKeysFrom !== null,
    sessionAudience: settings.sessionAudience,
    locale: settings.locale,
    ...browserSettingsToWire(settings),
    ...linkSettingsToWire(settings),
    strictImpersonation: settings.strictImpersonation,
    provenSubdomains: settings.provenSubdomains,
    clientRegistration: settings.clientRegistration,
    clientMetadataDocuments: settings.clientMetadataDocuments,
    rateLimits,
    unlimitedAddresses: unlimitedNetworks(mode, settings),
    branding: settings.branding,
    hostedPages: settings.hostedPages,
    accountPage: settings.accountPage,
  };
}
