import { type Endpoint, endpoint } from '../../../../http/endpoint.ts';
import { t } from '../../../../http/schema.ts';
import type { ClientKind } from '../store.ts';
import {
  addSecret,
  loadSecrets,
  revokeSecret,
  rotateSecret,
  type SecretMeta,
  showSecret,
} from './secrets.ts';
import { secretMetaSchema, secretToWire } from './wire.ts';

const cleartext = t.object({ cleartext: t.text({ description: 'The client secret' }) });

const secretName = t.text({ emptyIsAbsent: true, maxLength: 255 });

interface Family {
  kind: ClientKind;
  /** The path of the methods in the client. */
  methods: string;
  path: string;
  /** The application, as the summaries call it. */
  an: string;
  appId: ReturnType<typeof t.text>;
  /** The field with the ID, where the body names a secret. */
  idField: 'id' | 'appId';
}

/** Returns the endpoints for the client secrets of one kind of applications. */
export function secretEndpoints({ kind, methods, path, an, appId, idField }: Family): Endpoint[] {
  const id = { [idField]: appId } as { id: typeof appId };
  const idIn = (input: { id: string }) => (input as unknown as Record<typeof idField, string>)[idField];
  const toWire = (secrets: SecretMeta[], now: number) => secrets.map((secret) => secretToWire(secret, now));
  return [
    endpoint({
      name: `${methods}.getApplicationSecret`,
      method: 'GET',
      path: `${path}/secret`,
      summary: `Load the client secret of ${an}`,
      description:
        'Returns the secret with the given name, or the only one. The audit log records every access.',
      auth: 'management',
      input: t.object({ id: appId, secretName: t.reference() }),
      output: cleartext,
      errors: ['E011004', 'E111802'],
      client: { parameters: ['id', 'secretName'] },
      handle: async (ctx, { id, secretName }) => ({ cleartext: await showSecret(ctx, kind, id, secretName) }),
    }),
    endpoint({
      name: `${methods}.listApplicationSecrets`,
      method: 'GET',
      path: `${path}/secret/all`,
      summary: `List the client secrets of ${an}`,
      description:
        'Oldest first, without the secrets themselves. Applications that cannot keep a secret have none.',
      auth: 'management',
      role: 'auditor',
      input: t.object({ id: appId }),
      output: t.object({ secrets: t.list(secretMetaSchema) }),
      errors: ['E111802'],
      client: { parameters: ['id'], returns: 'secrets' },
      handle: async (ctx, { id }) => ({ secrets: toWire(await loadSecrets(ctx, kind, id), ctx.now()) }),
    }),
    endpoint({
      name: `${methods}.rotateApplicationSecret`,
      method: 'POST',
      path: `${path}/rotate`,
      summary: `Replace all client secrets of ${an}`,
      description:
        'The former secrets stop working immediately. To rotate without downtime, add a secret and then ' +
        'revoke the old one.',
      auth: 'management',
      input: t.object({ id: appId }),
      output: cleartext,
      errors: ['E011004', 'E111802'],
      client: { parameters: ['id'] },
      handle: async (ctx, { id }) => ({ cleartext: await rotateSecret(ctx, kind, id) }),
    }),
    endpoint({
      name: `${methods}.addApplicationSecret`,
      method: 'POST',
      path: `${path}/secret/add`,
      summary: `Add a client secret to ${an}`,
      auth: 'management',
      input: t.object({
        ...id,
        name: secretName,
        expireTime: t.optional(
          t.longInteger({ minimum: 0, description: 'Seconds since 1970; default, also for 0: never' }),
        ),
      }),
      output: t.object({ meta: secretMetaSchema, ...cleartext.properties }),
      errors: ['E011004', 'E111801', 'E111802'],
      client: { parameters: [idField, 'name', 'expireTime'] },
      async handle(ctx, { name, expireTime = 0, ...input }) {
        const expiresAt = expireTime === 0 ? null : expireTime * 1000;
        const { meta, secret } = await addSecret(ctx, kind, idIn(input), { name, expiresAt });
        return { meta: secretToWire(meta, ctx.now()), cleartext: secret };
      },
    }),
    endpoint({
      name: `${methods}.revokeApplicationSecret`,
      method: 'POST',
      path: `${path}/secret/revoke`,
      summary: `Revoke a client secret of ${an}`,
      auth: 'management',
      input: t.object({ ...id, name: secretName }),
      output: t.object({ secrets: t.list(secretMetaSchema, { description: 'The remaining secrets' }) }),
      errors: ['E111802'],
      client: { parameters: [idField, 'name'], returns: 'secrets' },
      handle: async (ctx, { name, ...input }) => ({
        secrets: toWire(await revokeSecret(ctx, kind, idIn(input), name), ctx.now()),
      }),
    }),
  ];
}
