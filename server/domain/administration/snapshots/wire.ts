import { t } from '../../../http/schema.ts';
import { type GivenSecrets, type MissingSecrets, type NeededSecret, secretKinds } from './secrets.ts';
import { maxFiles, partNames } from './snapshot.ts';

export const files = t.map(t.any(), {
  maxProperties: maxFiles,
  description: 'JSON values by path: see docs/snapshots.md',
});

export const excludes = t.optional(
  t.list(t.choice([...partNames, 'lists']), {
    description: 'The parts to leave out. `lists` has no effect yet',
  }),
);

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
      t.list(t.any(), { description: 'No effect: there are no outbound applications yet' }),
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
