import { type Static, t } from '../../../../http/schema.ts';
import type { PasswordSettings } from '../../../credentials/passwords/settings/password-settings.ts';
import { settingsInput as passwordSettingsInput } from '../../../credentials/passwords/settings/wire.ts';
import { type FileRole, fileRole } from '../../../directory/roles/role-file.ts';
import type { Tenant, TenantSettings } from '../../../directory/tenants/tenant.ts';
import { createTenantInput, settingsFromDetails } from '../../../directory/tenants/wire.ts';
import { settingsFromWire, settingsInput, settingsToWire } from '../../../directory/tenants/wire-settings.ts';
import { type ConnectionFile, connectionFile } from './connection-file.ts';

const { disabled, roleInheritance } = createTenantInput.properties;

/** The settings, without the list of users for whom SSO is not enforced, because a snapshot has no users. */
const settings = t.object({
  ...t.without(
    settingsInput,
    'tenantId',
    'selfProvisioningDomains',
    'domains',
    'authType',
    'enforceSSOExclusions',
  ).properties,
  disabled,
  roleInheritance,
});

/** A tenant with all of its data. Absent settings stay unchanged; other absent fields mean none. */
export const tenantFile = t.object({
  id: t.text({ maxLength: 64, emptyIsAbsent: true }),
  name: createTenantInput.properties.name,
  parent: t.reference(),
  selfProvisioningDomains: createTenantInput.properties.selfProvisioningDomains,
  customAttributes: createTenantInput.properties.customAttributes,
  authType: t.optional(t.choice(['none', 'saml', 'oidc'])),
  defaultRoles: t.optional(t.list(t.text({ maxLength: 255 }))),
  settings: t.optional(settings),
  passwordSettings: t.optional(t.without(passwordSettingsInput, 'tenantId')),
  roles: t.optional(t.list(fileRole)),
  ssoConnections: t.optional(t.list(connectionFile, { maxItems: 100 })),
});

export type TenantFile = Static<typeof tenantFile>;

export function tenantToFile(
  tenant: Tenant,
  related: {
    passwordSettings: Partial<PasswordSettings>;
    roles: FileRole[];
    ssoConnections: ConnectionFile[];
  },
): TenantFile {
  const { id, name, parentId, selfProvisioningDomains, customAttributes, authType } = tenant;
  const { roleInheritance, disabled } = tenant.settings;
  const isSetUp = related.ssoConnections.some(({ protocol }) => protocol !== 'none');
  return {
    id,
    name,
    ...(parentId && { parent: parentId }),
    selfProvisioningDomains: selfProvisioningDomains.toSorted(),
    customAttributes,
    // For a tenant with a connection, this states its protocol.
    ...(!isSetUp && { authType }),
    defaultRoles: tenant.defaultRoleNames.toSorted(),
    settings: { ...settingsOf(tenant), roleInheritance, disabled },
    ...related,
  };
}

function settingsOf(tenant: Tenant) {
  const { selfProvisioningDomains: _, domains: __, authType: ___, ...settings } = settingsToWire(tenant);
  const { enforceSSOExclusions, InactivityTime, InactivityTimeUnit, ...rest } = settings;
  return rest;
}

export function settingsFromFile({ id, settings = {} }: TenantFile): Partial<TenantSettings> {
  return { ...settingsFromDetails(settings), ...settingsFromWire({ ...settings, tenantId: id }) };
}
