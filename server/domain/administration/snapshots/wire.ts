import { t } from '../../../http/schema.ts';
import { type GivenSecrets, type MissingSecrets, type NeededSecret, secretKinds } from './secrets.ts';
import { maxFiles, partNames } from './snapshot.ts';

export const files = t.map(t.any(), {
  maxProperties: maxFiles,
  description: 'JSON values by their paths: see docs/snapshots.md',
});

export const excludes = t.optional(
  t.list(t.choice([...partNames, 'lists']), { description: 'What is left out. There are no lists yet' }),
);

const place = {
  id: t.text({
    maxLength: 255,
    description:
      'Of the connector its channel, of the provider its name, of the SSO connection `tenant/connection`',
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
    outboundApps: t.optional(t.list(t.any(), { description: 'There are none yet' })),
  }),
);

const missing = t.list(
  t.object({ ...place, value: t.text({ description: 'Empty' }) }, { $id: 'SnapshotSecret' }),
);

export const verdict = t.object({
  ok: t.flag({ description: 'Whether there are no failures' }),
  failures: t.list(t.text({ maxLength: 10_000 }), { maxItems: 2 * maxFiles }),
  missingSecrets: t.object({
    connectors: missing,
    oauthProviders: missing,
    ssoConnections: missing,
    outboundApps: missing,
  }),
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
