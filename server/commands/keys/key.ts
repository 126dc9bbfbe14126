import { instanceRole } from '../../core/key-rights.ts';
import { recordAudit } from '../../domain/project/audit/record.ts';
import { issueManagementKey } from '../../domain/project/management-keys/change-keys.ts';
import {
  isInstanceKey,
  type ManagementKey,
  projectRole,
  rightsOf,
} from '../../domain/project/management-keys/management-key.ts';
import {
  loadManagementKeys,
  revokeManagementKey,
} from '../../domain/project/management-keys/management-keys.ts';
import { loadProjects } from '../../domain/project/projects/load-project.ts';
import type { Instance } from '../../instance.ts';
import { transaction } from '../../storage/transaction.ts';
import { enterProject, withService } from '../open.ts';
import {
  asTime,
  CommandFailure,
  type OutputOptions,
  printJson,
  printLabels,
  printLine,
  printTable,
} from '../output.ts';
import { nameOfGivenKey } from '../serve/first-start.ts';
import type { Terminal } from '../terminal.ts';

const daySeconds = 24 * 60 * 60;

interface CreateOptions extends OutputOptions {
  project: string;
  name: string;
  /** In days. */
  expires?: number;
  role?: string[];
  tenant?: string[];
}

export async function createKey(
  terminal: Terminal,
  {
    project: projectId,
    name,
    expires = 0,
    role: roles = [projectRole],
    tenant: tenantIds,
    json,
  }: CreateOptions,
): Promise<void> {
  const { key, cleartext } = await withService(terminal, async (service) => {
    const ctx = await enterProject(service, projectId);
    const reBac = {
      companyRoles: roles.filter((role) => role === instanceRole),
      tagRoles: [],
      projectRoles: [{ projectIds: [projectId], roles: projectRolesOf(roles), tenantIds }],
    };
    return issueManagementKey(ctx, { name, reBac, lifetimeSeconds: expires * daySeconds });
  });
  const expiry = key.expiresAt === null ? null : asTime(key.expiresAt);
  const rights = rightsToShow(key);
  if (json) {
    const facts = { id: key.id, projectId, name, ...rights, expiresAt: expiry };
    printJson(terminal, { ...facts, managementKey: cleartext });
    return;
  }
  printLabels(terminal, [
    ['Management key', cleartext],
    ['', 'It is shown only once. Store it now.'],
    ['Key ID', key.id],
    ['Project ID', projectId],
    ['Rights', textOf(rights)],
    ['Expires', expiry ?? 'never'],
  ]);
}

export async function listKeys(
  terminal: Terminal,
  { project, json }: OutputOptions & { project?: string },
): Promise<void> {
  const keys = await withService(terminal, (service) => findKeys(service, project));
  if (json) printJson(terminal, keys);
  else if (keys.length === 0) printLine(terminal, 'There are no management keys.');
  else
    printTable(
      terminal,
      ['KEY ID', 'PROJECT ID', 'NAME', 'RIGHTS', 'CREATED', 'EXPIRES'],
      keys.map((key) => [
        ...[key.id, key.projectId, key.name, textOf(key)],
        ...[key.createdAt, key.expiresAt ?? 'never'],
      ]),
    );
}

/** Rights over the instance include full access to the project. */
function projectRolesOf(roles: string[]): string[] {
  const own = roles.filter((role) => role !== instanceRole);
  return own.length > 0 ? own : [projectRole];
}

/** Leaves out the hash. */
async function findKeys(service: Instance, projectId: string | undefined) {
  const projects = projectId
    ? [(await enterProject(service, projectId)).project]
    : await loadProjects(service);
  const keys = await Promise.all(projects.map((project) => loadManagementKeys(service, project)));
  return keys.flat().map((key) => ({
    id: key.id,
    projectId: key.projectId,
    name: key.name,
    ...rightsToShow(key),
    createdAt: asTime(key.createdAt),
    expiresAt: key.expiresAt === null ? null : asTime(key.expiresAt),
  }));
}

/** `tenantIds` is `null` for a key that is not limited to tenants. */
function rightsToShow({ reBac }: ManagementKey): { roles: string[]; tenantIds: string[] | null } {
  const full = isInstanceKey(reBac) ? [projectRole, instanceRole] : [projectRole];
  const { roles, tenantIds = null } = rightsOf(reBac) ?? { roles: full };
  return { roles, tenantIds };
}

function textOf({ roles, tenantIds }: ReturnType<typeof rightsToShow>): string {
  return roles.join(', ') + (tenantIds ? ` in ${tenantIds.join(', ') || 'no tenant'}` : '');
}

export async function revokeKey(terminal: Terminal, keyId: string, { json }: OutputOptions): Promise<void> {
  const key = await withService(terminal, async (service) => {
    const key = (await findKeys(service, undefined)).find(({ id }) => id === keyId);
    if (!key)
      throw new CommandFailure(`No management key has the ID ${keyId}. \`latchkey key list\` lists all keys`);
    await transaction(await enterProject(service, key.projectId), async (ctx) => {
      if (!(await revokeManagementKey(ctx, ctx.project, keyId))) return;
      await recordAudit(ctx, { action: 'ManagementKeyDeleted', data: { id: keyId } });
    });
    return key;
  });
  if (json) printJson(terminal, { id: keyId, revoked: true });
  else printLine(terminal, `${keyId} (${key.name}) no longer works.`);
  if (!json && key.name === nameOfGivenKey) {
    printLine(
      terminal,
      `Also remove it from the server's environment. Otherwise the next start creates it again.`,
    );
  }
}
