import type { Project } from '../../../core/project.ts';
import { type Static, t } from '../../../http/schema.ts';
import { type NeededSecret, secretKinds } from '../../snapshot-part.ts';
import type { GivenSecrets, MissingSecrets } from './secrets.ts';
import { maxFiles } from './snapshot.ts';

export const files = t.map(t.any(), {
  maxProperties: maxFiles,
  description: 'JSON values by path: see docs/snapshots.md',
});

/** The parts to leave out, by name. */
export const excludesInput = (names: readonly string[]) =>
  t.optional(
    t.list(t.choice([...names, 'lists']), {
      description: 'The parts to leave out. `lists` is accepted, although a snapshot never contains lists',
    }),
  );

export const notes = t.list(t.text({ maxLength: 10_000 }), {
  maxItems: maxFiles,
  description: 'The differences from the files, and what to do about each',
});

export const cloneInput = t.object({
  name: t.text({ maxLength: 255 }),
  environment: t.optional(
    t.text({ description: 'Fails with E501001 unless it is empty, because projects have no types' }),
  ),
  tags: t.optional(t.list(t.text({ maxLength: 100 }), { maxItems: 50 })),
  tag: t.reference({ description: 'A single tag, if `tags` is absent' }),
});

export const cloneOutput = t.object({
  projectId: t.text(),
  projectName: t.text(),
  environment: t.text({ description: 'Always empty: projects have no types' }),
  tags: t.list(t.text()),
  tag: t.text({ description: 'The first tag' }),
  notes,
});

export function cloneToWire({ id, name, tags }: Project, notes: string[]): Static<typeof cloneOutput> {
  return { projectId: id, projectName: name, environment: '', tags, tag: tags[0] ?? '', notes };
}

const place = {
  id: t.text({
    maxLength: 255,
    description: 'The connector’s channel, the provider’s name, or `tenant/connection` of an SSO connection',
  }),
  name: t.text({ maxLength: 255 }),
  type: t.text({
    maxLength: 255,
    description: '`password`, `authToken`, `clientSecret`, or the name of a header',
  }),
};

const givenSecret = t.object({
  ...place,
  name: t.optional(place.name),
  value: t.text({ maxLength: 8_192 }),
});

const given = t.optional(t.list(givenSecret));

export const inputSecrets = t.optional(
  t.object({
    connectors: given,
    oauthProviders: given,
    ssoConnections: given,
    outboundApps: t.optional(
      t.list(t.any(), { description: 'No effect: a snapshot never contains outbound applications' }),
    ),
  }),
);

const missing = t.list(
  t.object({ ...place, value: t.text({ description: 'Empty' }) }, { $id: 'SnapshotSecret' }),
);

export const verdict = t.object({
  ok: t.flag({ description: 'True if there are no failures' }),
  failures: t.list(t.text({ maxLength: 10_000 }), { maxItems: 2 * maxFiles }),
  missingSecrets: t.object({
    connectors: missing,
    oauthProviders: missing,
    ssoConnections: missing,
    outboundApps: missing,
  }),
  notes,
});

type WireSecret = Omit<NeededSecret, 'name'> & { name?: string; value: string };

export function secretsFromWire(
  input: Partial<Record<(typeof secretKinds)[number], WireSecret[]>> = {},
): GivenSecrets {
  return Object.fromEntries(
    secretKinds.map((kind) => [kind, (input[kind] ?? []).map((secret) => ({ name: '', ...secret }))]),
  );
}

export function missingToWire(missing: MissingSecrets) {
  const listed = (secrets: NeededSecret[]) => secrets.map((secret) => ({ ...secret, value: '' }));
  return {
    connectors: listed(missing.connectors),
    oauthProviders: listed(missing.oauthProviders),
    ssoConnections: listed(missing.ssoConnections),
    outboundApps: [],
  };
}
