import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';
import { changeTenant } from './change-tenant.ts';
import { createTenant } from './create-tenant.ts';
import { deleteTenant } from './delete-tenant.ts';
import { loadTenant } from './load-tenant.ts';
import { searchTenants } from './search-tenants.ts';
import { maxTenants } from './tenant.ts';
import {
  createTenantInput,
  patchTenantInput,
  searchFromWire,
  searchTenantsInput,
  settingsFromDetails,
  tenantId,
  tenantSchema,
  tenantsSchema,
  tenantToWire,
  updateTenantInput,
} from './wire.ts';
import { settingsFromWire, settingsInput, settingsSchema, settingsToWire } from './wire-settings.ts';

/** Large enough for fifty custom attributes of 4 KiB and lists of a thousand domains. */
const bodyLimitBytes = 1024 * 1024;

export const tenantEndpoints = [
  endpoint({
    name: 'management.tenant.create',
    method: 'POST',
    path: '/v1/mgmt/tenant/create',
    summary: 'Create a tenant',
    auth: 'management',
    input: createTenantInput,
    output: t.object({ id: t.text() }),
    errors: ['E011004', 'E111201', 'E111202'],
    client: {
      parameters: [
        'name',
        'selfProvisioningDomains',
        'customAttributes',
        'enforceSSO',
        'disabled',
        'parent',
        'roleInheritance',
      ],
      also: {
        'management.tenant.createWithId': {
          summary: 'Create a tenant with an ID of your choice',
          parameters: [
            'id',
            'name',
            'selfProvisioningDomains',
            'customAttributes',
            'enforceSSO',
            'disabled',
            'parent',
            'roleInheritance',
          ],
          required: ['id'],
        },
      },
    },
    bodyLimitBytes,
    async handle(ctx, input) {
      const id = await createTenant(ctx, {
        id: input.id,
        name: input.name,
        parentId: input.parent,
        selfProvisioningDomains: input.selfProvisioningDomains,
        customAttributes: input.customAttributes,
        authType: input.authType || undefined,
        settings: settingsFromDetails(input),
      });
      return { id };
    },
  }),
  endpoint({
    name: 'management.tenant.update',
    method: 'POST',
    path: '/v1/mgmt/tenant/update',
    summary: 'Update a tenant',
    description:
      'Overwrites the name, `selfProvisioningDomains`, `enforceSSO` and `disabled`: absent ones become empty ' +
      'or false. All other fields keep their values if they are absent, because not every SDK can send them.',
    auth: 'management',
    input: updateTenantInput,
    output: emptyObject,
    errors: ['E011004', 'E111201', 'E111202'],
    client: {
      parameters: [
        'id',
        'name',
        'selfProvisioningDomains',
        'customAttributes',
        'enforceSSO',
        'disabled',
        'roleInheritance',
      ],
      returnsNothing: true,
    },
    bodyLimitBytes,
    async handle(ctx, input) {
      await changeTenant(ctx, input.id, {
        name: input.name,
        selfProvisioningDomains: input.selfProvisioningDomains ?? [],
        customAttributes: input.customAttributes,
        authType: input.authType || undefined,
        settings: { enforceSso: false, disabled: false, ...settingsFromDetails(input) },
      });
      return {};
    },
  }),
  endpoint({
    name: 'management.tenant.patch',
    method: 'PATCH',
    path: '/v1/mgmt/tenant/patch',
    summary: 'Change some fields of a tenant',
    description:
      'Absent fields stay as they are, as do those that are `null`. An empty list clears the field. Custom attributes that are ' +
      'not given stay, and an attribute that is `null` is removed.',
    auth: 'management',
    input: patchTenantInput,
    output: emptyObject,
    errors: ['E011004', 'E111201', 'E111202'],
    client: {
      parameters: [
        'id',
        'name',
        'selfProvisioningDomains',
        'customAttributes',
        'disabled',
        'enforceSSO',
        'enforceSSOExclusions',
        'federatedAppIds',
        'roleInheritance',
      ],
      returnsNothing: true,
    },
    bodyLimitBytes,
    async handle(ctx, input) {
      await changeTenant(ctx, input.id, {
        name: input.name,
        selfProvisioningDomains: input.selfProvisioningDomains,
        customAttributes: input.customAttributes,
        mergesAttributes: true,
        authType: input.authType || undefined,
        settings: settingsFromDetails(input),
      });
      return {};
    },
  }),
  endpoint({
    name: 'management.tenant.delete',
    method: 'POST',
    path: '/v1/mgmt/tenant/delete',
    summary: 'Delete a tenant',
    description:
      'Also deletes its memberships, its roles, the roles that users hold in it, its SSO connections ' +
      'and its domains; its sub-tenants become top-level tenants. Users are kept, unless `cascade` is true. ' +
      'Then users who belong to no other tenant are deleted as well.',
    auth: 'management',
    input: t.object({ id: tenantId, cascade: t.optional(t.flag()) }),
    output: emptyObject,
    errors: ['E111202'],
    client: { parameters: ['id', 'cascade'], returnsNothing: true },
    async handle(ctx, { id, cascade = false }) {
      await deleteTenant(ctx, id, { cascade });
      return {};
    },
  }),
  endpoint({
    name: 'management.tenant.load',
    method: 'GET',
    path: '/v1/mgmt/tenant',
    summary: 'Load a tenant',
    auth: 'management',
    role: 'auditor',
    input: t.object({ id: tenantId }),
    output: tenantSchema,
    errors: ['E111202'],
    client: { parameters: ['id'] },
    handle: async (ctx, { id }) => tenantToWire(await loadTenant(ctx, id)),
  }),
  endpoint({
    name: 'management.tenant.loadAll',
    method: 'GET',
    path: '/v1/mgmt/tenant/all',
    summary: 'List all tenants of the project',
    description: `Oldest first, at most ${maxTenants}; use the search if there are more.`,
    auth: 'management',
    role: 'auditor',
    input: emptyObject,
    output: tenantsSchema,
    errors: [],
    client: { returns: 'tenants' },
    async handle(ctx) {
      return { tenants: (await searchTenants(ctx)).map(tenantToWire) };
    },
  }),
  endpoint({
    name: 'management.tenant.searchAll',
    method: 'POST',
    path: '/v1/mgmt/tenant/search',
    summary: 'Search tenants',
    description:
      'Returns tenants that match all filters; empty filters are ignored, and a list matches any of ' +
      `its items. Oldest first, at most ${maxTenants}.`,
    auth: 'management',
    role: 'auditor',
    input: searchTenantsInput,
    output: tenantsSchema,
    errors: [],
    client: {
      parameters: [
        'tenantIds',
        'tenantNames',
        'tenantSelfProvisioningDomains',
        'customAttributes',
        'parentTenantId',
      ],
      returns: 'tenants',
    },
    async handle(ctx, input) {
      return { tenants: (await searchTenants(ctx, searchFromWire(input))).map(tenantToWire) };
    },
  }),
  endpoint({
    name: 'management.tenant.getSettings',
    method: 'GET',
    path: '/v1/mgmt/tenant/settings',
    summary: 'Load the settings of a tenant',
    auth: 'management',
    role: 'auditor',
    input: t.object({ id: tenantId }),
    output: settingsSchema,
    errors: ['E111202'],
    client: { parameters: ['id'] },
    handle: async (ctx, { id }) => settingsToWire(await loadTenant(ctx, id)),
  }),
  endpoint({
    name: 'management.tenant.configureSettings',
    method: 'POST',
    path: '/v1/mgmt/tenant/settings',
    summary: 'Update the settings of a tenant',
    description: 'Absent fields stay as they are.',
    auth: 'management',
    input: settingsInput,
    output: emptyObject,
    errors: ['E011004', 'E111202', 'E501001'],
    client: { parameters: ['tenantId', '...settings'], returnsNothing: true },
    bodyLimitBytes,
    async handle(ctx, input) {
      await changeTenant(ctx, input.tenantId, {
        selfProvisioningDomains: input.selfProvisioningDomains,
        ssoDomains: input.domains,
        authType: input.authType || undefined,
        settings: settingsFromWire(input),
      });
      return {};
    },
  }),
];
