import type { Project } from '../../core/context.ts';
import { type Static, t } from '../../http/schema.ts';

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
};

export const settingsInput = t.object(t.partial(settings));
export const settingsOutput = t.object(settings, { $id: 'ProjectSettings' });

export function settingsToWire({ settings }: Project): Static<typeof settingsOutput> {
  const { redirectUrls, sessionLifetimeSeconds, refreshIdleSeconds } = settings;
  const { refreshLifetimeSeconds, signingAlgorithm } = settings;
  return {
    redirectUrls,
    sessionLifetimeSeconds,
    refreshIdleSeconds,
    refreshLifetimeSeconds,
    signingAlgorithm,
  };
}
