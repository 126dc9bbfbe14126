import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';
import { loadUser } from '../../directory/users/load-user.ts';
import { loginId } from '../../directory/users/wire-input.ts';
import { moveIdentity, removeIdentity, removeTenantIdentities } from './change-identities.ts';
import { type Identity, listIdentities } from './identity.ts';

const identityId = t.text({
  minLength: 1,
  maxLength: 100,
  description: 'The `id` in the list of identities',
});
const tenantId = t.reference({
  description:
    'Changes only an identity of this tenant. Required for management keys that are limited to tenants',
});

function identityToWire(identity: Identity) {
  const { id, type, issuer, subject, createdAt, lastUsedAt } = identity;
  return {
    id,
    type,
    issuer,
    subject,
    provider: identity.type === 'oauth' ? identity.providerId : '',
    tenantId: identity.type === 'sso' ? identity.tenantId : '',
    ssoId: identity.type === 'sso' ? identity.connectionId : '',
    createdTime: Math.floor(createdAt / 1000),
    lastUsedTime: Math.floor(lastUsedAt / 1000),
  };
}

export const identityEndpoints = [
  endpoint({
    name: 'management.user.listIdentities',
    method: 'GET',
    path: '/v1/mgmt/user/identities',
    summary: 'List the provider accounts that a user signs in with',
    description:
      'The identities at the OAuth providers of the project and at the identity providers of tenants, oldest ' +
      'first. A management key that is limited to tenants gets those of its tenants.',
    auth: 'management',
    role: 'auditor',
    input: t.object({
      loginId: t.text({ minLength: 1, maxLength: 1_024, description: 'A login ID, or a user ID' }),
    }),
    output: t.object({
      identities: t.list(
        t.object({
          id: t.text({ description: 'Identifies the identity in other calls' }),
          type: t.text({ description: '`sso` or `oauth`' }),
          provider: t.text({ description: 'The OAuth provider’s name in the project, or empty' }),
          tenantId: t.text({ description: 'The tenant of the SSO connection, or empty' }),
          ssoId: t.text({ description: 'The SSO connection, or empty' }),
          issuer: t.text({ description: 'The entity ID or issuer' }),
          subject: t.text({ description: 'The user’s ID there: the NameID or `sub`' }),
          createdTime: t.integer({ description: 'The first sign-in: seconds since 1970' }),
          lastUsedTime: t.integer({ description: 'The last sign-in: seconds since 1970, or 0 if unknown' }),
        }),
      ),
    }),
    errors: ['E112102'],
    client: { parameters: ['loginId'], returns: 'identities' },
    handle: async (ctx, { loginId }) => {
      const { id } = await loadUser(ctx, loginId);
      return { identities: (await listIdentities(ctx, id)).map(identityToWire) };
    },
  }),
  endpoint({
    name: 'management.user.removeIdentity',
    method: 'POST',
    path: '/v1/mgmt/user/identities/delete',
    summary: 'Remove a provider account from a user',
    description:
      'Deletes its tokens and removes the roles that only its groups gave. The user stays a member of the tenant, and sessions ' +
      'continue. Later sign-ins with it are treated as new, and its email address may match the same user ' +
      'again. Succeeds if the user does not have this identity.',
    auth: 'management',
    role: 'support',
    input: t.object({ loginId, identityId, tenantId }),
    output: emptyObject,
    errors: ['E112102'],
    client: { parameters: ['loginId', 'identityId', 'tenantId'], returnsNothing: true },
    handle: async (ctx, { loginId, ...choice }) => {
      await removeIdentity(ctx, loginId, choice);
      return {};
    },
  }),
  endpoint({
    name: 'management.tenant.removeSsoUser',
    method: 'POST',
    path: '/v1/mgmt/tenant/sso-user-remove',
    summary: 'Remove a user’s accounts at a tenant’s identity providers',
    description:
      'Removes the identities of the user at all SSO connections of the tenant, with their tokens and the roles that only ' +
      'their groups gave. The user stays a member, and sessions continue. The next SSO sign-in counts as a first one. ' +
      'Succeeds if the user has none.',
    auth: 'management',
    role: 'support',
    input: t.object({
      tenantId: t.text({
        emptyIsAbsent: true,
        maxLength: 255,
        description: 'The tenant of the SSO connections',
      }),
      loginId,
    }),
    output: emptyObject,
    errors: ['E111202', 'E112102'],
    client: { parameters: ['tenantId', 'loginId'], returnsNothing: true },
    handle: async (ctx, { tenantId, loginId }) => {
      await removeTenantIdentities(ctx, loginId, tenantId);
      return {};
    },
  }),
  endpoint({
    name: 'management.user.moveIdentity',
    method: 'POST',
    path: '/v1/mgmt/user/identities/move',
    summary: 'Move a provider account to another user',
    description:
      'From then on, the account signs in the other user, who becomes a member of the tenant. Ends the first ' +
      'user’s sessions that started with this kind of account, and sends both users a security notice. ' +
      'E112301: the other user already has an identity of ' +
      'this connection or provider. E112302: the user does not have this identity.',
    auth: 'management',
    input: t.object({
      loginId,
      identityId,
      toLoginId: t.text({
        minLength: 1,
        maxLength: 1_024,
        description: 'The other user: a login ID, or a user ID',
      }),
      tenantId,
    }),
    output: emptyObject,
    errors: ['E011003', 'E011004', 'E112102', 'E112301', 'E112302'],
    client: { parameters: ['loginId', 'identityId', 'toLoginId', 'tenantId'], returnsNothing: true },
    handle: async (ctx, { loginId, toLoginId, ...choice }) => {
      await moveIdentity(ctx, loginId, { ...choice, to: toLoginId });
      return {};
    },
  }),
];
