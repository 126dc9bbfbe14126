import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import type { AttributeDefinition } from '../../custom-attributes/attribute.ts';
import { attributeDefinitions } from '../../custom-attributes/load-attributes.ts';
import { namedAttributeValues } from '../../custom-attributes/read-values.ts';
import { searchRoles } from '../../roles/search-roles.ts';
import { emptySettings, type GroupsMapping, type SsoApp, type SsoAppSettings } from './sso-app.ts';
import { findSsoAppRow, findSsoAppRows, listSsoAppIds, listSsoAppRows, type SsoAppRow } from './store.ts';

/** Loads an application. Throws E111802 for an unknown ID. */
export async function loadSsoApp(ctx: ProjectContext, id: string): Promise<SsoApp> {
  const row = await findSsoAppRow(ctx.db, ctx.project.id, id);
  if (!row) throw noSsoApp(id);
  const [app] = await toSsoApps(ctx, [row]);
  return app as SsoApp;
}

/** Loads an application, if there is one with this ID. */
export async function findSsoApp(ctx: ProjectContext, id: string): Promise<SsoApp | undefined> {
  const row = await findSsoAppRow(ctx.db, ctx.project.id, id);
  return row && (await toSsoApps(ctx, [row]))[0];
}

/** Loads those of the applications that exist. */
export async function findSsoApps(ctx: ProjectContext, ids: string[]): Promise<SsoApp[]> {
  return ids.length === 0 ? [] : toSsoApps(ctx, await findSsoAppRows(ctx.db, ctx.project.id, ids));
}

/** Loads all applications, oldest first. */
export async function loadSsoApps(ctx: ProjectContext): Promise<SsoApp[]> {
  return toSsoApps(ctx, await listSsoAppRows(ctx.db, ctx.project.id));
}

/** Checks that applications exist. E011004 lists unknown IDs. */
export async function requireSsoApps(ctx: ProjectContext, ids: string[]): Promise<void> {
  const found = new Set(await findSsoAppIds(ctx, ids));
  const unknown = [...new Set(ids)].filter((id) => !found.has(id));
  if (unknown.length > 0)
    throw new ServiceError('E011004', `No SSO application has the ID ${unknown.join(', ')}`);
}

/** Returns those of the IDs that exist. */
export async function findSsoAppIds(ctx: ProjectContext, ids: string[]): Promise<string[]> {
  return ids.length === 0 ? [] : listSsoAppIds(ctx.db, ctx.project.id, ids);
}

export function noSsoApp(id: string): ServiceError {
  return new ServiceError('E111802', `No SSO application has the ID ${id}`);
}

async function toSsoApps(ctx: ProjectContext, rows: SsoAppRow[]): Promise<SsoApp[]> {
  const attributes = await attributeDefinitions(ctx, 'ssoApp');
  const apps = rows.map((row) => toSsoApp(row, attributes));
  const mappings = apps.flatMap(({ settings }) => groupsMappingsOf(settings));
  const ids = new Set(mappings.flatMap((mapping) => mapping.roles.map((role) => role.id)));
  // A search without IDs would return all roles.
  const roles = ids.size > 0 ? await searchRoles(ctx, { ids: [...ids] }) : [];
  const names = new Map(roles.map((role) => [role.id, role.name]));
  // Leaves deleted roles out of the groups, and shows renamed ones by their new names.
  for (const mapping of mappings) {
    mapping.roles = mapping.roles.flatMap(({ id }) => {
      const name = names.get(id);
      return name === undefined ? [] : { id, name };
    });
  }
  return apps;
}

function groupsMappingsOf({ saml, wsfed }: SsoAppSettings): GroupsMapping[] {
  return [...saml.groupsMapping, ...wsfed.groupsMapping];
}

function toSsoApp(row: SsoAppRow, attributes: AttributeDefinition[]): SsoApp {
  const { id, type, name, description, logo } = row;
  const settings = { ...emptySettings[type], ...JSON.parse(row.settings) };
  return {
    ...{ id, type, name, description, logo },
    enabled: row.enabled === 1,
    clientId: row.clientId ?? '',
    customAttributes: namedAttributeValues(attributes, JSON.parse(row.customAttributes)),
    settings: { ...emptySettings, [type]: settings },
  };
}
