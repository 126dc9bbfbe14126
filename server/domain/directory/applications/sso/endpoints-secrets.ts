import { endpoint } from '../../../../http/endpoint.ts';
import { t } from '../../../../http/schema.ts';
import { addSecret, loadSecrets, revokeSecret, rotateSecret, showSecret } from '../secrets/secrets.ts';
import { ssoAppSecrets } from './secret-holder.ts';
import { secretMetaSchema, secretToWire } from './wire.ts';
import { appId } from './wire-input.ts';

const cleartext = t.object({ cleartext: t.text({ description: 'The client secret' }) });

const secretName = t.text({ emptyIsAbsent: true, maxLength: 255 });

export const secretEndpoints = [
  endpoint({
    name: 'management.ssoApplication.getApplicationSecret',
    method: 'GET',
    path: '/v1/mgmt/sso/idp/app/secret',
    summary: 'Load the client secret of an OIDC application',
    description:
      'Returns the secret with the given name, or the only one. The audit log records every access.',
    auth: 'management',
    input: t.object({ id: appId, secretName: t.reference() }),
    output: cleartext,
    errors: ['E011004', 'E111802'],
    client: { parameters: ['id', 'secretName'] },
    handle: async (ctx, { id, secretName }) => ({
      cleartext: await showSecret(ctx, ssoAppSecrets, id, secretName),
    }),
  }),
  endpoint({
    name: 'management.ssoApplication.listApplicationSecrets',
    method: 'GET',
    path: '/v1/mgmt/sso/idp/app/secret/all',
    summary: 'List the client secrets of an OIDC application',
    description: 'Oldest first, without the secrets themselves. Applications of other types have none.',
    auth: 'management',
    role: 'auditor',
    input: t.object({ id: appId }),
    output: t.object({ secrets: t.list(secretMetaSchema) }),
    errors: ['E111802'],
    client: { parameters: ['id'], returns: 'secrets' },
    handle: async (ctx, { id }) => ({
      secrets: (await loadSecrets(ctx, ssoAppSecrets, id)).map((secret) => secretToWire(secret, ctx.now())),
    }),
  }),
  endpoint({
    name: 'management.ssoApplication.rotateApplicationSecret',
    method: 'POST',
    path: '/v1/mgmt/sso/idp/app/rotate',
    summary: 'Replace all client secrets of an OIDC application',
    description:
      'The former secrets stop working at once. To rotate without downtime, add a secret and then ' +
      'revoke the old one.',
    auth: 'management',
    input: t.object({ id: appId }),
    output: cleartext,
    errors: ['E011004', 'E111802'],
    client: { parameters: ['id'] },
    handle: async (ctx, { id }) => ({ cleartext: await rotateSecret(ctx, ssoAppSecrets, id) }),
  }),
  endpoint({
    name: 'management.ssoApplication.addApplicationSecret',
    method: 'POST',
    path: '/v1/mgmt/sso/idp/app/secret/add',
    summary: 'Add a client secret to an OIDC application',
    auth: 'management',
    input: t.object({
      appId,
      name: secretName,
      expireTime: t.optional(
        t.longInteger({ minimum: 0, description: 'Seconds since 1970; default, also for 0: never' }),
      ),
    }),
    output: t.object({ meta: secretMetaSchema, ...cleartext.properties }),
    errors: ['E011004', 'E111801', 'E111802'],
    client: { parameters: ['appId', 'name', 'expireTime'] },
    async handle(ctx, { appId, name, expireTime = 0 }) {
      const expiresAt = expireTime === 0 ? null : expireTime * 1000;
      const { meta, secret } = await addSecret(ctx, ssoAppSecrets, appId, { name, expiresAt });
      return { meta: secretToWire(meta, ctx.now()), cleartext: secret };
    },
  }),
  endpoint({
    name: 'management.ssoApplication.revokeApplicationSecret',
    method: 'POST',
    path: '/v1/mgmt/sso/idp/app/secret/revoke',
    summary: 'Revoke a client secret of an OIDC application',
    auth: 'management',
    input: t.object({ appId, name: secretName }),
    output: t.object({ secrets: t.list(secretMetaSchema, { description: 'The remaining secrets' }) }),
    errors: ['E111802'],
    client: { parameters: ['appId', 'name'], returns: 'secrets' },
    async handle(ctx, { appId, name }) {
      const left = await revokeSecret(ctx, ssoAppSecrets, appId, name);
      return { secrets: left.map((secret) => secretToWire(secret, ctx.now())) };
    },
  }),
];
