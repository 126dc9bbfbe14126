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
  tenantId: t.reference({ description: 'Where; absent: in the project' }),
});
const roleRule =
  'All of them, or none when one does not exist. With `tenantId` it is about roles in that tenant, in which the user ' +
  'must be; a name means the tenant’s own role or else the project’s.';

/** The same route, for a tenant that has to be named. */
const inTenant = (summary: string) => ({
  summary,
  parameters: ['loginId', 'tenantId', 'roleNames'],
  required: ['tenantId'],
});

const tenant = t.object({ loginId, tenantId: t.text({ maxLength: 255 }) });
const apps = t.object({ loginId, ssoAppIds });
const appRule = 'All of them, or none when one does not exist; at most 100 for one user.';

export const grantEndpoints = [
  endpoint({
    name: 'management.user.addRoles',
    method: 'POST',
    path: '/v2/mgmt/user/update/role/add',
    otherPaths: ['/v1/mgmt/user/update/role/add'],
    summary: 'Give roles to a user',
    description: `${roleRule} Roles that the user has already stay.`,
    auth: 'management',
    forAdministrators: true,
    input: roles,
    output: oneUser,
    errors: grantErrors,
    client: {
      parameters: ['loginId', 'roleNames'],
      returns: 'user',
      also: { 'management.user.addTenantRoles': inTenant('Give roles in a tenant to a user') },
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
    description: `${roleRule} An empty list takes all away.`,
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
    summary: 'Take roles away from a user',
    description: `${roleRule} A role that the user does not have is no error.`,
    auth: 'management',
    forAdministrators: true,
    input: roles,
    output: oneUser,
    errors: grantErrors,
    client: {
      parameters: ['loginId', 'roleNames'],
      returns: 'user',
      also: { 'management.user.removeTenantRoles': inTenant('Take roles in a tenant away from a user') },
    },
    handle: async (ctx, { loginId, tenantId = '', roleNames }) => ({
      user: userToWire(await removeRoles(ctx, loginId, tenantId, roleNames)),
    }),
  }),
  endpoint({
    name: 'management.user.addTenant',
    method: 'POST',
    path: '/v1/mgmt/user/update/tenant/add',
    summary: 'Make a user a member of a tenant',
    description: 'With the default roles of the tenant. A user who is in it already stays as they are.',
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
      'Roles in the tenant go too, and the tenant’s identity provider cannot sign the user in any more. A tenant that ' +
      'the user is not in is no error.',
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
    summary: 'Associate SSO applications with a user',
    partial: 'stored and answered: users cannot sign in to applications yet',
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
    partial: 'stored and answered: users cannot sign in to applications yet',
    description: `${appRule} An empty list takes all away.`,
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
    summary: 'Take SSO applications away from a user',
    partial: 'stored and answered: users cannot sign in to applications yet',
    description: `${appRule} One that the user does not have is no error; an empty list changes nothing.`,
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
