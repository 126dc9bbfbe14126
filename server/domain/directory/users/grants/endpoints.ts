import { endpoint } from '../../../../http/endpoint.ts';
import { t } from '../../../../http/schema.ts';
import { oneUser, userToWire } from '../wire.ts';
import { loginId, roleNames, ssoAppIds } from '../wire-input.ts';
import {
  addRoles,
  addSsoApps,
  addTenant,
  removeRoles,
  removeSsoApps,
  removeTenant,
  setRoles,
  setSsoApps,
} from './change-grants.ts';

const grantErrors = ['E011004', 'E112102'] as const;

const roles = t.object({
  loginId,
  roleNames,
  tenantId: t.reference({ description: 'The tenant of the roles; default: the project' }),
});
const roleRule =
  'Assigns all roles, or none if one does not exist. With `tenantId`, the call changes roles in that tenant, and the user must be a member of it. A name refers to the tenant’s own role, or otherwise to the project’s.';

/** Describes the variant on the same route that requires a tenant. */
const inTenant = (summary: string) => ({
  summary,
  parameters: ['loginId', 'tenantId', 'roleNames'],
  required: ['tenantId'],
});

const tenant = t.object({ loginId, tenantId: t.text({ maxLength: 255 }) });
const apps = t.object({ loginId, ssoAppIds });
const appRule = 'Applies all applications, or none if one does not exist. A user has at most 100.';

export const grantEndpoints = [
  endpoint({
    name: 'management.user.addRoles',
    method: 'POST',
    path: '/v2/mgmt/user/update/role/add',
    otherPaths: ['/v1/mgmt/user/update/role/add'],
    summary: 'Add roles to a user',
    description: `${roleRule} Roles that the user already has stay as they are.`,
    auth: 'management',
    forAdministrators: true,
    input: roles,
    output: oneUser,
    errors: grantErrors,
    client: {
      parameters: ['loginId', 'roleNames'],
      returns: 'user',
      also: { 'management.user.addTenantRoles': inTenant('Add roles in a tenant to a user') },
    },
    handle: async (ctx, { loginId, tenantId = '', roleNames }) => ({
      user: userToWire(await addRoles(ctx, loginId, tenantId, roleNames)),
    }),
  }),
  endpoint({
    name: 'management.user.setRoles',
    method: 'POST',
    path: '/v1/mgmt/user/update/role/set',
    summary: 'Replace all roles of a user',
    description: `${roleRule} An empty list removes all roles.`,
    auth: 'management',
    forAdministrators: true,
    input: roles,
    output: oneUser,
    errors: grantErrors,
    client: {
      parameters: ['loginId', 'roleNames'],
      returns: 'user',
      also: { 'management.user.setTenantRoles': inTenant('Replace all roles of a user in a tenant') },
    },
    handle: async (ctx, { loginId, tenantId = '', roleNames }) => ({
      user: userToWire(await setRoles(ctx, loginId, tenantId, roleNames)),
    }),
  }),
  endpoint({
    name: 'management.user.removeRoles',
    method: 'POST',
    path: '/v1/mgmt/user/update/role/remove',
    summary: 'Remove roles from a user',
    description: `${roleRule} Removing a role that the user does not have succeeds.`,
    auth: 'management',
    forAdministrators: true,
    input: roles,
    output: oneUser,
    errors: grantErrors,
    client: {
      parameters: ['loginId', 'roleNames'],
      returns: 'user',
      also: { 'management.user.removeTenantRoles': inTenant('Remove roles in a tenant from a user') },
    },
    handle: async (ctx, { loginId, tenantId = '', roleNames }) => ({
      user: userToWire(await removeRoles(ctx, loginId, tenantId, roleNames)),
    }),
  }),
  endpoint({
    name: 'management.user.addTenant',
    method: 'POST',
    path: '/v1/mgmt/user/update/tenant/add',
    summary: 'Add a user to a tenant',
    description: 'The user gets the default roles of the tenant. An existing membership stays as it is.',
    auth: 'management',
    input: tenant,
    output: oneUser,
    errors: grantErrors,
    client: { parameters: ['loginId', 'tenantId'], returns: 'user' },
    handle: async (ctx, { loginId, tenantId }) => ({
      user: userToWire(await addTenant(ctx, loginId, tenantId)),
    }),
  }),
  endpoint({
    name: 'management.user.removeTenant',
    method: 'POST',
    path: '/v1/mgmt/user/update/tenant/remove',
    summary: 'Remove a user from a tenant',
    description:
      'Also removes the user’s roles in the tenant. The tenant’s identity provider can no longer sign ' +
      'the user in. Removing a user who is not a member succeeds.',
    auth: 'management',
    input: tenant,
    output: oneUser,
    errors: grantErrors,
    client: { parameters: ['loginId', 'tenantId'], returns: 'user' },
    handle: async (ctx, { loginId, tenantId }) => ({
      user: userToWire(await removeTenant(ctx, loginId, tenantId)),
    }),
  }),
  endpoint({
    name: 'management.user.addSSOapps',
    method: 'POST',
    path: '/v1/mgmt/user/update/ssoapp/add',
    summary: 'Add SSO applications to a user',
    description: `${appRule} An empty list changes nothing.`,
    auth: 'management',
    input: apps,
    output: oneUser,
    errors: grantErrors,
    client: { parameters: ['loginId', 'ssoAppIds'], returns: 'user' },
    handle: async (ctx, { loginId, ssoAppIds }) => ({
      user: userToWire(await addSsoApps(ctx, loginId, ssoAppIds)),
    }),
  }),
  endpoint({
    name: 'management.user.setSSOapps',
    method: 'POST',
    path: '/v1/mgmt/user/update/ssoapp/set',
    summary: 'Replace the SSO applications of a user',
    description: `${appRule} An empty list removes all applications.`,
    auth: 'management',
    input: apps,
    output: oneUser,
    errors: grantErrors,
    client: { parameters: ['loginId', 'ssoAppIds'], returns: 'user' },
    handle: async (ctx, { loginId, ssoAppIds }) => ({
      user: userToWire(await setSsoApps(ctx, loginId, ssoAppIds)),
    }),
  }),
  endpoint({
    name: 'management.user.removeSSOapps',
    method: 'POST',
    path: '/v1/mgmt/user/update/ssoapp/remove',
    summary: 'Remove SSO applications from a user',
    description: `${appRule} Removing one that the user does not have succeeds; an empty list changes nothing.`,
    auth: 'management',
    input: apps,
    output: oneUser,
    errors: grantErrors,
    client: { parameters: ['loginId', 'ssoAppIds'], returns: 'user' },
    handle: async (ctx, { loginId, ssoAppIds }) => ({
      user: userToWire(await removeSsoApps(ctx, loginId, ssoAppIds)),
    }),
  }),
];
