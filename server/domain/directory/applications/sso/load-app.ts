import type { ProjectContext, ProjectData } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { userClaims } from '../../../../core/user-claims.ts';
import { searchRoles } from '../../roles/search-roles.ts';
import { type Attributes, namedAttributes } from '../attributes.ts';
import { requireRow } from '../load.ts';
import { type ApplicationRow, findRow, findRowOfClient, findRows, listRows } from '../store.ts';
import {
  emptySettings,
  type GroupsMapping,
  maxSsoApps,
  type OidcSettings,
  type SamlSettings,
  type SsoApp,
  type SsoAppSettings,
} from './sso-app.ts';
import { listSsoAppIds } from './store-clients.ts';

/** Loads an application. Throws E111802 for an unknown ID. */
export async function loadSsoApp(ctx: ProjectContext, id: string): Promise<SsoApp> {
  return toSsoApp(ctx, await requireRow(ctx, 'sso', id));
}

/** Loads an application, if there is one with this ID. */
export async function findSsoApp(ctx: ProjectContext, id: string): Promise<SsoApp | undefined> {
  const row = await findRow(ctx.db, 'sso', ctx.project.id, id);
  return row && toSsoApp(ctx, row);
}

/** Loads the application that has this client ID. */
export async function findSsoAppOfClient(ctx: ProjectContext, clientId: string): Promise<SsoApp | undefined> {
  const row = await findRowOfClient(ctx.db, 'sso', ctx.project.id, clientId);
  return row && toSsoApp(ctx, row);
}

/** Loads those of the applications that exist. */
export async function findSsoApps(ctx: ProjectContext, ids: string[]): Promise<SsoApp[]> {
  return ids.length === 0 ? [] : toSsoApps(ctx, await findRows(ctx.db, 'sso', ctx.project.id, ids));
}

/** Loads all applications, oldest first. */
export async function loadSsoApps(ctx: ProjectContext): Promise<SsoApp[]> {
  return toSsoApps(ctx, await listRows(ctx.db, 'sso', ctx.project.id, { limit: maxSsoApps }));
}

/** Checks that applications exist. E011004 lists unknown IDs. */
export async function requireSsoApps(ctx: ProjectData, ids: string[]): Promise<void> {
  const found = new Set(await findSsoAppIds(ctx, ids));
  const unknown = [...new Set(ids)].filter((id) => !found.has(id));
  if (unknown.length > 0)
    throw new ServiceError('E011004', `No SSO application has the ID ${unknown.join(', ')}`);
}

/** Returns those of the IDs that exist. */
export async function findSsoAppIds(ctx: ProjectData, ids: string[]): Promise<string[]> {
  return ids.length === 0 ? [] : listSsoAppIds(ctx.db, ctx.project.id, ids);
}

async function toSsoApp(ctx: ProjectContext, row: ApplicationRow<'sso'>): Promise<SsoApp> {
  const [app] = await toSsoApps(ctx, [row]);
  return app as SsoApp;
}

async function toSsoApps(ctx: ProjectContext, rows: ApplicationRow<'sso'>[]): Promise<SsoApp[]> {
  const attributes = await namedAttributes(ctx, rows);
  const apps = rows.map((row, index) => withAttributes(row, attributes[index] ?? {}));
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

/** Leaves out what earlier releases stored and nothing reads, so that the settings can be written back. */
function withoutIneffective<T extends Partial<OidcSettings & SamlSettings>>(settings: T): T {
  const { attributeMapping, groupsMapping, jwtBearerSettings, claims } = settings;
  return {
    ...settings,
    ...(attributeMapping && { attributeMapping: attributeMapping.map((one) => ({ ...one, type: '' })) }),
    ...(groupsMapping && {
      groupsMapping: groupsMapping.map((one) => ({
        ...one,
        type: '',
        filterType: one.filterType && 'roles',
      })),
    }),
    ...(jwtBearerSettings && { jwtBearerSettings: { issuers: {} } }),
    ...(claims && { claims: claims.filter((claim) => (userClaims as string[]).includes(claim)) }),
  };
}

function withAttributes(row: ApplicationRow<'sso'>, customAttributes: Attributes): SsoApp {
  const { id, type, name, description, logo } = row;
  const settings = withoutIneffective({ ...emptySettings[type], ...JSON.parse(row.settings) });
  return {
    id,
    type,
    name,
    description,
    logo,
    customAttributes,
    enabled: row.enabled === 1,
    clientId: row.clientId ?? '',
    settings: { ...emptySettings, [type]: settings },
  };
}
