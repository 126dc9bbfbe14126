import { endpoint } from '../../../../http/endpoint.ts';
import { t } from '../../../../http/schema.ts';
import { addSecret, loadSecrets, revokeSecret, rotateSecret, showSecret } from '../secrets/secrets.ts';
import { secretMetaSchema, secretToWire } from '../sso/wire.ts';
import { inboundAppSecrets } from './change-app.ts';
import { appId } from './wire.ts';

const cleartext = t.object({ cleartext: t.text({ description: 'The client secret' }) });
const secretName = t.text({ emptyIsAbsent: true, maxLength: 255 });

export const inboundSecretEndpoints = [
  endpoint({
    name: 'management.inboundApplication.getApplicationSecret',
    method: 'GET',
    path: '/v1/mgmt/thirdparty/app/secret',
    summary: 'Load the client secret of a third-party application',
    description:
      'Returns the secret with the given name, or the only one. The audit log records every access.',
    auth: 'management',
    input: t.object({ id: appId, secretName: t.reference() }),
    output: cleartext,
    errors: ['E011004', 'E111802'],
    client: { parameters: ['id', 'secretName'] },
    handle: async (ctx, { id, secretName }) => ({
      cleartext: await showSecret(ctx, inboundAppSecrets, id, secretName),
    }),
  }),
  endpoint({
    name: 'management.inboundApplication.listApplicationSecrets',
    method: 'GET',
    path: '/v1/mgmt/thirdparty/app/secret/all',
    summary: 'List the client secrets of a third-party application',
    description: 'Oldest first, without the secrets themselves.',
    auth: 'management',
    role: 'auditor',
    input: t.object({ id: appId }),
    output: t.object({ secrets: t.list(secretMetaSchema) }),
    errors: ['E111802'],
    client: { parameters: ['id'], returns: 'secrets' },
    handle: async (ctx, { id }) => ({
      secrets: (await loadSecrets(ctx, inboundAppSecrets, id)).map((secret) =>
        secretToWire(secret, ctx.now()),
      ),
    }),
  }),
  endpoint({
    name: 'management.inboundApplication.rotateApplicationSecret',
    method: 'POST',
    path: '/v1/mgmt/thirdparty/app/rotate',
    summary: 'Replace all client secrets of a third-party application',
    description: 'The former secrets stop working at once.',
    auth: 'management',
    input: t.object({ id: appId }),
    output: cleartext,
    errors: ['E011004', 'E111802'],
    client: { parameters: ['id'] },
    handle: async (ctx, { id }) => ({ cleartext: await rotateSecret(ctx, inboundAppSecrets, id) }),
  }),
  endpoint({
    name: 'management.inboundApplication.addApplicationSecret',
    method: 'POST',
    path: '/v1/mgmt/thirdparty/app/secret/add',
    summary: 'Add a client secret to a third-party application',
    auth: 'management',
    input: t.object({
      id: appId,
      name: secretName,
      expireTime: t.optional(
        t.longInteger({ minimum: 0, description: 'Seconds since 1970; default, also for 0: never' }),
      ),
    }),
    output: t.object({ meta: secretMetaSchema, ...cleartext.properties }),
    errors: ['E011004', 'E111801', 'E111802'],
    client: { parameters: ['id', 'name', 'expireTime'] },
    async handle(ctx, { id, name, expireTime = 0 }) {
      const expiresAt = expireTime === 0 ? null : expireTime * 1000;
      const { meta, secret } = await addSecret(ctx, inboundAppSecrets, id, { name, expiresAt });
      return { meta: secretToWire(meta, ctx.now()), cleartext: secret };
    },
  }),
  endpoint({
    name: 'management.inboundApplication.revokeApplicationSecret',
    method: 'POST',
    path: '/v1/mgmt/thirdparty/app/secret/revoke',
    summary: 'Revoke a client secret of a third-party application',
    auth: 'management',
    input: t.object({ id: appId, name: secretName }),
    output: t.object({ secrets: t.list(secretMetaSchema, { description: 'The remaining secrets' }) }),
    errors: ['E111802'],
    client: { parameters: ['id', 'name'], returns: 'secrets' },
    async handle(ctx, { id, name }) {
      const left = await revokeSecret(ctx, inboundAppSecrets, id, name);
      return { secrets: left.map((secret) => secretToWire(secret, ctx.now())) };
    },
  }),
];
