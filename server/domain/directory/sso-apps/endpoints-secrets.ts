import { endpoint } from '../../../http/endpoint.ts';
import { t } from '../../../http/schema.ts';
import { addSecret, loadSecrets, revokeSecret, rotateSecret, showSecret } from './secrets.ts';
import { secretMetaSchema, secretToWire } from './wire.ts';
import { appId } from './wire-input.ts';

const cleartext = t.object({ cleartext: t.text({ description: 'The client secret' }) });

const secretName = t.text({ emptyIsAbsent: true, maxLength: 255 });

export const secretEndpoints = [
  endpoint({
    name: 'management.ssoApplication.getApplicationSecret',
    method: 'GET',
    path: '/v1/mgmt/sso/idp/app/secret',
    summary: 'The client secret of an OIDC application',
    description: 'The one of the name, or the only one. Each look at it is written to the audit log.',
    auth: 'management',
    input: t.object({ id: appId, secretName: t.reference() }),
    output: cleartext,
    errors: ['E011004', 'E111802'],
    client: { parameters: ['id', 'secretName'] },
    handle: async (ctx, { id, secretName }) => ({ cleartext: await showSecret(ctx, id, secretName) }),
  }),
  endpoint({
    name: 'management.ssoApplication.listApplicationSecrets',
    method: 'GET',
    path: '/v1/mgmt/sso/idp/app/secret/all',
    summary: 'What is known of the client secrets of an OIDC application',
    description: 'The oldest first, without the secrets themselves. Other applications have none.',
    auth: 'management',
    role: 'auditor',
    input: t.object({ id: appId }),
    output: t.object({ secrets: t.list(secretMetaSchema) }),
    errors: ['E111802'],
    client: { parameters: ['id'], returns: 'secrets' },
    handle: async (ctx, { id }) => ({
      secrets: (await loadSecrets(ctx, id)).map((secret) => secretToWire(secret, ctx.now())),
    }),
  }),
  endpoint({
    name: 'management.ssoApplication.rotateApplicationSecret',
    method: 'POST',
    path: '/v1/mgmt/sso/idp/app/rotate',
    summary: 'Replace every client secret of an OIDC application by a new one',
    description:
      'The ones before are not valid any more. To change a secret without a break, add one and revoke the other.',
    auth: 'management',
    input: t.object({ id: appId }),
    output: cleartext,
    errors: ['E011004', 'E111802'],
    client: { parameters: ['id'] },
    handle: async (ctx, { id }) => ({ cleartext: await rotateSecret(ctx, id) }),
  }),
  endpoint({
    name: 'management.ssoApplication.addApplicationSecret',
    method: 'POST',
    path: '/v1/mgmt/sso/idp/app/secret/add',
    summary: 'Give an OIDC application a further client secret',
    auth: 'management',
    input: t.object({
      appId,
      name: secretName,
      expireTime: t.optional(
        t.longInteger({ minimum: 0, description: 'Seconds since 1970; 0 and absent: never' }),
      ),
    }),
    output: t.object({ meta: secretMetaSchema, ...cleartext.properties }),
    errors: ['E011004', 'E111801', 'E111802'],
    client: { parameters: ['appId', 'name', 'expireTime'] },
    async handle(ctx, { appId, name, expireTime = 0 }) {
      const expiresAt = expireTime === 0 ? null : expireTime * 1000;
      const { meta, secret } = await addSecret(ctx, appId, { name, expiresAt });
      return { meta: secretToWire(meta, ctx.now()), cleartext: secret };
    },
  }),
  endpoint({
    name: 'management.ssoApplication.revokeApplicationSecret',
    method: 'POST',
    path: '/v1/mgmt/sso/idp/app/secret/revoke',
    summary: 'End a client secret of an OIDC application',
    auth: 'management',
    input: t.object({ appId, name: secretName }),
    output: t.object({ secrets: t.list(secretMetaSchema, { description: 'Those that are left' }) }),
    errors: ['E111802'],
    client: { parameters: ['appId', 'name'], returns: 'secrets' },
    async handle(ctx, { appId, name }) {
      const left = await revokeSecret(ctx, appId, name);
      return { secrets: left.map((secret) => secretToWire(secret, ctx.now())) };
    },
  }),
];
