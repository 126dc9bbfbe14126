import { isDeepStrictEqual } from 'node:util';
import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { transaction } from '../../../storage/transaction.ts';
import { lockTenants } from '../../directory/tenants/load-tenant.ts';
import type { ConnectionSettings } from '../sso/connection.ts';
import { hasIdentities } from '../sso/identities/has-identities.ts';
import { loadConnection } from '../sso/load-connection.ts';
import { changeDetails } from '../sso/settings/configure-connection.ts';
import type { ConnectionDetails } from '../sso/settings/details.ts';
import type { OpenSetup } from './setup-link.ts';
import { assignableRoles } from './setup-roles.ts';

/** The details that the page maps, in its order. */
export const pageFields = [
  'email',
  'username',
  'name',
  'givenName',
  'familyName',
  'phoneNumber',
  'group',
] as const;
export type PageField = (typeof pageFields)[number];

/** Fields that decide who a user is, or whom a code reaches. */
const identifying: readonly PageField[] = ['email', 'username', 'phoneNumber'];

export interface MappingForm {
  attributes: Partial<Record<PageField, string>>;
  /** One group and its role a row. Rows without one of them do not count. Absent if the form has no rows. */
  rows?: { group: string; roleName: string }[];
}

const maxNameLength = 512;
const maxRows = 500;

/** The parts of the mapping that the page may change. */
export interface MappingRights {
  /** The attributes that decide who a user is. */
  mayIdentify: boolean;
  mayNameGroups: boolean;
  /** The names of the roles that it may give. */
  roleNames: string[];
}

export async function mappingRights(ctx: ProjectContext, setup: OpenSetup): Promise<MappingRights> {
  const { link, loaded } = setup;
  const { isTenantsChoice, awaitsDecision, roleMappings } = loaded.connection.settings;
  const roles = await assignableRoles(ctx, setup);
  const ids = new Set(roles.map(({ id }) => id));
  const mapsRoles = !link.held || link.held.mapsRoles;
  return {
    mayIdentify: isTenantsChoice && !awaitsDecision && !(await hasIdentities(ctx, link)),
    mayNameGroups: mapsRoles && roleMappings.every(({ roleId }) => ids.has(roleId)),
    roleNames: roles.map(({ name }) => name),
  };
}

/** Returns the settings with the mapping of the form, and the change that leads to them. Throws E011004 for what the page may not change. */
export async function draftMapping(
  ctx: ProjectContext,
  setup: OpenSetup,
  { attributes, rows }: MappingForm,
): Promise<{ details: ConnectionDetails; settings: ConnectionSettings }> {
  const { protocol, settings } = setup.loaded.connection;
  if (protocol === 'none') throw new ServiceError('E011004', 'Save the identity provider first');
  const rights = await mappingRights(ctx, setup);
  const key = protocol === 'oidc' ? 'oidcAttributeMapping' : 'attributeMapping';
  const before = settings[key];
  for (const field of pageFields) {
    const name = attributes[field];
    if (name === undefined || name === before[field]) continue;
    if (name.length > maxNameLength)
      throw new ServiceError('E011004', `${field}: use at most ${maxNameLength} characters`);
    if (identifying.includes(field) ? rights.mayIdentify : field !== 'group' || rights.mayNameGroups)
      continue;
    throw new ServiceError(
      'E011004',
      `${field}: this page cannot change it. Ask the application’s administrators`,
    );
  }
  const mapping = { ...before, ...attributes };
  const roles = await assignableRoles(ctx, setup);
  const mapped = rows ? mapRoles(settings.roleMappings, rows, roles) : settings.roleMappings;
  const isSame = isDeepStrictEqual(mapped, settings.roleMappings);
  return {
    details: {
      ...(!isDeepStrictEqual(mapping, before) && { [key]: mapping }),
      ...(!isSame && { roleMappings: mapped }),
    },
    settings: { ...settings, [key]: mapping, roleMappings: mapped },
  };
}

/** Returns the mappings of the roles that the page may not give, as they are, and those of the form. */
function mapRoles(
  before: ConnectionSettings['roleMappings'],
  rows: NonNullable<MappingForm['rows']>,
  roles: { id: string; name: string }[],
): ConnectionSettings['roleMappings'] {
  const ids = new Map(roles.map(({ id, name }) => [name, id]));
  const own = new Set(ids.values());
  const groups = new Map<string, string[]>();
  for (const { group, roleName } of rows) {
    if (!group || !roleName) continue;
    const roleId = ids.get(roleName);
    if (!roleId)
      throw new ServiceError(
        'E011004',
        `role: this page cannot give ${roleName}. Ask the application’s administrators`,
      );
    if (group.length > maxNameLength)
      throw new ServiceError('E011004', `group: use at most ${maxNameLength} characters`);
    groups.set(roleId, [...new Set([...(groups.get(roleId) ?? []), group])]);
  }
  if (rows.length > maxRows) throw new ServiceError('E011004', `group: use at most ${maxRows} rows`);
  return [
    ...before.filter(({ roleId }) => !own.has(roleId)),
    ...[...groups].map(([roleId, names]) => ({ roleId, groups: names })),
  ];
}

/** Saves the mapping of the form. Everything is read again in the transaction that saves it. */
export async function saveMapping(ctx: ProjectContext, setup: OpenSetup, form: MappingForm): Promise<void> {
  const { tenantId, connectionId } = setup.link;
  await transaction({ ...ctx, actor: setup.actor }, async (ctx) => {
    await lockTenants(ctx, [tenantId]);
    await setup.confirm(ctx);
    const loaded = await loadConnection(ctx, tenantId, connectionId);
    const { details } = await draftMapping(ctx, { ...setup, loaded }, form);
    if (Object.keys(details).length > 0) await changeDetails(ctx, tenantId, connectionId, details);
  });
}
