import { maxDomainLength } from '../../../core/mail-address.ts';
import { type Static, t } from '../../../http/schema.ts';
import { attributeValues } from '../custom-attributes/wire.ts';
import { maxAttributes, maxTenants, type Tenant, type TenantSettings, tenantIdRule } from './tenant.ts';
import type { TenantSearch } from './tenant-search.ts';

/** A required text: an empty one is refused as missing. */
const filled = { emptyIsAbsent: true, maxLength: 255 };

const texts = (description?: string) => t.optional(t.list(t.text({ maxLength: 255 }), { description }));

const authType = t.choice(['', 'none', 'saml', 'oidc'], {
  description:
    'The protocol to use for the tenant. Once the tenant has an SSO connection, this is the connection’s protocol',
});

const details = {
  selfProvisioningDomains: t.optional(
    t.list(t.text({ maxLength: maxDomainLength }), {
      description:
        'Email domains. Users who verify an address in one of them become members, unless the tenant enforces SSO',
    }),
  ),
  customAttributes: t.optional(
    attributeValues({
      maxProperties: maxAttributes,
      description: 'Any JSON, at most 4 KiB for each attribute. An attribute that is `null` is left out',
    }),
  ),
  enforceSSO: t.optional(
    t.flag({
      description:
        'Members can sign in only through the tenant’s SSO. Existing sessions without SSO keep access to the ' +
        'tenant, and cannot gain it',
    }),
  ),
  enforceSSOExclusions: texts('IDs of users who may sign in without SSO'),
  disabled: t.optional(
    t.flag({
      description:
        'Sessions and access keys cannot use the tenant, its SSO signs in no users, and its `enforceSSO` ' +
        'does not count',
    }),
  ),
  roleInheritance: t.optional(
    t.choice(['', 'none', 'userOnly'], {
      description:
        'Roles that also apply in the sub-tenants. Empty: roles of users and access keys; `userOnly`: ' +
        'those of users; `none`: none. Applies to the roles that the tenant passes on and to those ' +
        'that it inherits',
    }),
  ),
  federatedAppIds: texts(
    'SSO applications that all members of the tenant, and users who inherit roles in it, may sign in to',
  ),
  authType: t.optional(authType),
};

export const tenantId = t.text({ ...filled, description: 'Tenant ID' });

const name = t.text({ ...filled, description: 'Unique in the project; case-insensitive' });

export const createTenantInput = t.object({
  id: t.checkedLater(t.reference({ maxLength: 64, description: `${tenantIdRule}. Default: a new ID` })),
  name,
  parent: t.reference({ description: 'The parent tenant. Cannot be changed later' }),
  ...details,
});

export const updateTenantInput = t.object({ id: tenantId, name, ...details });

export const patchTenantInput = t.object({
  id: tenantId,
  name: t.optional(t.text({ maxLength: 255, description: 'Unique in the project; case-insensitive' })),
  ...details,
});

export const searchTenantsInput = t.object({
  tenantIds: texts(),
  tenantNames: texts('Full names; ignores case'),
  tenantSelfProvisioningDomains: texts(),
  tenantSSODomains: texts(),
  customAttributes: t.optional(
    attributeValues({
      description: 'Each value must match exactly; `null` matches tenants without the attribute',
    }),
  ),
  authType: t.optional(authType),
  parentTenantId: t.reference(),
  topLevelOnly: t.optional(t.flag()),
  text: t.reference({ description: 'Part of the name or the ID; ignores case' }),
  limit: t.optional(
    t.longInteger({ minimum: 0, description: `Default, also for 0: ${maxTenants}, the maximum` }),
  ),
});

export const tenantSchema = t.object(
  {
    id: t.text(),
    name: t.text(),
    selfProvisioningDomains: t.list(t.text()),
    domains: t.list(t.text(), { description: 'Domains whose users are sent to the tenant’s SSO' }),
    customAttributes: t.map(t.any()),
    authType: t.choice(['none', 'saml', 'oidc']),
    createdTime: t.integer({ description: 'Seconds since 1970' }),
    enforceSSO: t.flag(),
    enforceSSOExclusions: t.list(t.text()),
    disabled: t.flag(),
    defaultRoles: t.list(t.text(), {
      description: 'The project roles that new users of the tenant get',
    }),
    federatedAppIds: t.list(t.text()),
    roleInheritance: t.choice(['', 'none', 'userOnly']),
    parent: t.text({ description: 'Empty: a top-level tenant' }),
    successors: t.list(t.text(), {
      maxItems: maxTenants,
      description: 'The direct sub-tenants',
    }),
    additionalSSOConfigs: t.list(t.object({ ssoId: t.text(), name: t.text(), authType: t.text() })),
  },
  { $id: 'Tenant' },
);

export const tenantsSchema = t.object({ tenants: t.list(tenantSchema, { maxItems: maxTenants }) });

export function tenantToWire(tenant: Tenant): Static<typeof tenantSchema> {
  const { settings } = tenant;
  return {
    id: tenant.id,
    name: tenant.name,
    selfProvisioningDomains: tenant.selfProvisioningDomains,
    domains: tenant.ssoDomains,
    customAttributes: tenant.customAttributes,
    authType: tenant.authType,
    createdTime: Math.floor(tenant.createdAt / 1000),
    enforceSSO: settings.enforceSso,
    enforceSSOExclusions: settings.enforceSsoExclusions,
    disabled: settings.disabled,
    defaultRoles: tenant.defaultRoleNames,
    federatedAppIds: settings.federatedAppIds,
    roleInheritance: settings.roleInheritance,
    parent: tenant.parentId,
    successors: tenant.childIds,
    additionalSSOConfigs: tenant.additionalConnections.map(({ id, name, protocol }) => ({
      ssoId: id,
      name,
      authType: protocol,
    })),
  };
}

type Details = Static<typeof updateTenantInput>;

/** Returns the settings that a request contains. */
export function settingsFromDetails(input: Partial<Details>): Partial<TenantSettings> {
  return given({
    disabled: input.disabled,
    enforceSso: input.enforceSSO,
    enforceSsoExclusions: input.enforceSSOExclusions,
    federatedAppIds: input.federatedAppIds,
    roleInheritance: input.roleInheritance,
  });
}

/** Removes `undefined` fields, which would overwrite stored values. */
export function given<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}

export function searchFromWire(input: Static<typeof searchTenantsInput>): TenantSearch {
  return {
    ids: input.tenantIds,
    names: input.tenantNames,
    selfProvisioningDomains: input.tenantSelfProvisioningDomains,
    ssoDomains: input.tenantSSODomains,
    authType: input.authType || undefined,
    parentId: input.parentTenantId,
    topLevelOnly: input.topLevelOnly,
    customAttributes: input.customAttributes,
    text: input.text,
    limit: input.limit,
  };
}
