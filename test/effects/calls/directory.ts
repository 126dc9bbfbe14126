import { type Call, inProject, type World } from '../world.ts';

const permission = async ({ manage, name }: World): Promise<string> => {
  const created = name('permission');
  await manage('permission/create', { name: created });
  return created;
};
/** Creates a role that a user has. */
const role = async ({ manage, name, user }: World): Promise<string> => {
  const created = name('role');
  await manage('role/create', { name: created, permissionNames: ['Read'] });
  await user(inProject(created));
  return created;
};

export const directoryCalls: Record<string, Call> = {
  'management.permission.create': ({ name }) => ({ input: { name: name('permission') } }),
  'management.permission.createBatch': ({ name }) => ({
    input: { permissions: [{ name: name('permission') }, { name: name('permission') }] },
  }),
  'management.permission.update': async (world) => ({
    input: { name: await permission(world), newName: world.name('permission') },
  }),
  'management.permission.updateBatch': async (world) => ({
    input: { permissions: [{ name: await permission(world), newName: world.name('permission') }] },
  }),
  'management.permission.delete': async (world) => ({ input: { name: await permission(world) } }),
  'management.permission.deleteBatch': async (world) => ({
    input: { names: [await permission(world), await permission(world)] },
  }),
  'management.role.create': ({ name }) => ({ input: { name: name('role'), permissionNames: ['Read'] } }),
  'management.role.createBatch': ({ name }) => ({
    input: { roles: [{ name: name('role') }, { name: name('role') }] },
  }),
  'management.role.update': async (world) => ({
    input: { name: await role(world), newName: world.name('role'), permissionNames: [] },
  }),
  'management.role.updateBatch': async (world) => ({
    input: { roles: [{ name: await role(world), newName: world.name('role') }] },
  }),
  'management.role.delete': async (world) => ({ input: { name: await role(world) } }),
  'management.role.deleteBatch': async (world) => ({
    input: { roleNames: [await role(world), await role(world)] },
  }),
  'management.tenant.create': ({ name }) => ({
    input: { name: name('Tenant'), selfProvisioningDomains: [`${name('corp')}.example`] },
  }),
  'management.tenant.update': async ({ tenant, name }) => ({
    input: { id: await tenant(), name: name('Tenant'), disabled: true },
  }),
  'management.tenant.patch': async ({ tenant }) => ({ input: { id: await tenant(), disabled: true } }),
  'management.tenant.delete': async ({ ssoTenant, signedIn, accessKey }) => {
    const tenantId = await ssoTenant();
    await signedIn({ userTenants: [{ tenantId, roleNames: ['Reader'] }] });
    await accessKey({ keyTenants: [{ tenantId, roleNames: ['Reader'] }] });
    return { input: { id: tenantId } };
  },
  'management.tenant.configureSettings': async ({ tenant }) => ({
    input: {
      tenantId: await tenant(),
      enabled: true,
      sessionTokenExpiration: 4,
      sessionTokenExpirationUnit: 'minutes',
    },
  }),
  'management.tenant.updateDefaultRoles': async ({ tenant }) => ({
    input: { id: await tenant(), defaultRoles: ['Reader'] },
  }),
  'management.tenant.generateSSOConfigurationLink': async ({ tenant, newEmail }) => ({
    input: { tenantId: await tenant(), email: newEmail() },
  }),
  'management.tenant.sendSSOConfigurationLink': async ({ tenant, newEmail }) => ({
    input: { tenantId: await tenant(), email: newEmail() },
  }),
  'management.tenant.revokeSSOConfigurationLink': async ({ tenant, send }) => {
    const tenantId = await tenant();
    await send('POST', '/v2/mgmt/tenant/adminlinks/sso/generate', { tenantId });
    return { input: { tenantId } };
  },
};
