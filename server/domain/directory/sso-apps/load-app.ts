import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { AttributeDefinition } from '../custom-attributes/attribute.ts';
import { attributeDefinitions } from '../custom-attributes/load-attributes.ts';
import { namedAttributeValues } from '../custom-attributes/read-values.ts';
import { searchRoles } from '../roles/search-roles.ts';
import { emptySettings, type GroupsMapping, type SsoApp, type SsoAppSettings } from './sso-app.ts';
import { findSsoAppRow, listSsoAppIds, listSsoAppRows, type SsoAppRow } from './store.ts';

/** E111802 when there is none. */
export async function loadSsoApp(ctx: ProjectContext, id: string): Promise<SsoApp> {
  const row = await findSsoAppRow(ctx.db, ctx.project.id, id);
  if (!row) throw noSsoApp(id);
  const [app] = await toSsoApps(ctx, [row]);
  return app as SsoApp;
}

/** The oldest first. */
export async function loadSsoApps(ctx: ProjectContext): Promise<SsoApp[]> {
  return toSsoApps(ctx, await listSsoAppRows(ctx.db, ctx.project.id));
}

/** E011004 names the IDs that no application has. */
export async function requireSsoApps(ctx: ProjectContext, ids: string[]): Promise<void> {
  const found = new Set(await findSsoAppIds(ctx, ids));
  const unknown = [...new Set(ids)].filter((id) => !found.has(id));
  if (unknown.length > 0)
    throw new ServiceError('E011004', `There is no SSO application with the ID ${unknown.join(', ')}`);
}

/** Those of the IDs that applications have. */
export async function findSsoAppIds(ctx: ProjectContext, ids: string[]): Promise<string[]> {
  return ids.length === 0 ? [] : listSsoAppIds(ctx.db, ctx.project.id, ids);
}

export function noSsoApp(id: string): ServiceError {
  return new ServiceError('E111802', `There is no SSO application with the ID ${id}`);
}

async function toSsoApps(ctx: ProjectContext, rows: SsoAppRow[]): Promise<SsoApp[]> {
  const attributes = await attributeDefinitions(ctx, 'ssoApp');
  const apps = rows.map((row) => toSsoApp(row, attributes));
  const mappings = apps.flatMap(({ settings }) => groupsMappingsOf(settings));
  const ids = new Set(mappings.flatMap((mapping) => mapping.roles.map((role) => role.id)));
  // To a search, no IDs are no filter.
  const roles = ids.size > 0 ? await searchRoles(ctx, { ids: [...ids] }) : [];
  const names = new Map(roles.map((role) => [role.id, role.name]));
  // A role that has been deleted leaves the groups, and one that was renamed has its new name.
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
