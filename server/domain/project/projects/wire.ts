import type { Project } from '../../../core/context.ts';
import { type RateLimitName, rateLimitNames } from '../../../core/rate-limits.ts';
import { type Static, t } from '../../../http/schema.ts';
import { browserFields, browserSettingsToWire } from './wire-browser.ts';
import { linkFields, linkSettingsToWire } from './wire-links.ts';
import { pageFields, pageSettingsInput } from './wire-pages.ts';

/** A text that has to be there and not empty, which is refused as missing. */
const filled = { emptyIsAbsent: true, maxLength: 255 };

export const nameInput = t.object({ name: t.text(filled) });
export const tagsInput = t.object({ tags: t.list(t.text({ maxLength: 100 }), { maxItems: 50 }) });

export const projectsOutput = t.object({
  projects: t.list(
    t.object(
      {
        id: t.text(),
        name: t.text(),
        environment: t.text({ description: 'Always empty: projects are all alike' }),
        tags: t.list(t.text()),
        tag: t.text({ description: 'The first of the tags' }),
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
    requests: t.integer({ description: 'So many at once; 0: no limit' }),
    seconds: t.integer({ description: 'After them, as many come again in this time, one by one' }),
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
      'Where a browser may be sent with something that signs in: absolute URLs, `*` as the leftmost label of the ' +
      'host or at the end of the path',
  }),
  sessionLifetimeSeconds: t.integer({ description: 'Of a session JWT: from a minute to a day' }),
  refreshIdleSeconds: t.integer({ description: 'A session ends when it is not refreshed for this long' }),
  refreshLifetimeSeconds: t.integer({ description: 'A session ends after this; at most a year' }),
  signingAlgorithm: t.choice(['RS256', 'ES256'], {
    description: 'The Java and .NET SDKs need RS256. A key of another algorithm signs from ten minutes on.',
  }),
  locale: t.text({
    maxLength: 35,
    description: 'The language of messages to users who have none: `en`, `de`, …',
  }),
  ...browserFields,
  ...linkFields,
  strictImpersonation: t.flag({
    description:
      'Impersonators must hold every role and permission of the user they impersonate; false: the permission ' +
      'Impersonate is enough, unless the user holds it where the impersonator does not',
  }),
  unlimitedAddresses: t.list(t.text({ maxLength: 64 }), {
    maxItems: 100,
    description: 'IP addresses and CIDR ranges of your own servers: only limits per key hold for them',
  }),
};

export const settingsInput = t.object({
  ...t.partial(settings),
  rateLimits: t.optional(
    t.object(t.partial(rateLimits), { description: 'Those that are named; the others stay' }),
  ),
  ...pageSettingsInput,
});
export const settingsOutput = t.object(
  { ...settings, rateLimits: t.object(rateLimits), ...pageFields },
  { $id: 'ProjectSettings' },
);

export function settingsToWire({ settings }: Pick<Project, 'settings'>): Static<typeof settingsOutput> {
  const { redirectUrls, sessionLifetimeSeconds, refreshIdleSeconds } = settings;
  const { refreshLifetimeSeconds, signingAlgorithm, rateLimits, unlimitedAddresses } = settings;
  return {
    redirectUrls,
    sessionLifetimeSeconds,
    refreshIdleSeconds,
    refreshLifetimeSeconds,
    signingAlgorithm,
    locale: settings.locale,
    ...browserSettingsToWire(settings),
    ...linkSettingsToWire(settings),
    strictImpersonation: settings.strictImpersonation,
    rateLimits,
    unlimitedAddresses,
    branding: settings.branding,
    hostedPages: settings.hostedPages,
  };
}
