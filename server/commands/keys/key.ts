import { recordAudit } from '../../domain/project/audit/record.ts';
import {
  createManagementKey,
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

const dayMilliseconds = 24 * 60 * 60 * 1000;

interface CreateOptions extends OutputOptions {
  project: string;
  name: string;
  /** In days. */
  expires?: number;
}

export async function createKey(
  terminal: Terminal,
  { project: projectId, name, expires, json }: CreateOptions,
): Promise<void> {
  const key = await withService(terminal, async (service) => {
    const ctx = await enterProject(service, projectId);
    const expiresAt = expires === undefined ? undefined : ctx.now() + expires * dayMilliseconds;
    return transaction(ctx, async (ctx) => {
      const created = await createManagementKey(ctx, ctx.project, { name, expiresAt });
      if (!created) throw new Error('generated the same 256 random bits twice');
      await recordAudit(ctx, { action: 'ManagementKeyCreated', data: { id: created.id, name } });
      return { ...created, expiresAt };
    });
  });
  const expiry = key.expiresAt === undefined ? null : asTime(key.expiresAt);
  if (json) {
    printJson(terminal, { id: key.id, projectId, name, expiresAt: expiry, managementKey: key.secret });
    return;
  }
  printLabels(terminal, [
    ['Management key', key.secret],
    ['', 'It is shown only once: store it now.'],
    ['Key ID', key.id],
    ['Project ID', projectId],
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
      ['KEY ID', 'PROJECT ID', 'NAME', 'CREATED', 'EXPIRES'],
      keys.map((key) => [key.id, key.projectId, key.name, key.createdAt, key.expiresAt ?? 'never']),
    );
}

/** Leaves out the hash. */
async function findKeys(service: Instance, projectId: string | undefined) {
  const projects = projectId
    ? [(await enterProject(service, projectId)).project]
    : await loadProjects(service);
  const keys = await Promise.all(projects.map((project) => loadManagementKeys(service, project)));
  return keys.flat().map(({ id, projectId, name, createdAt, expiresAt }) => ({
    id,
    projectId,
    name,
    createdAt: asTime(createdAt),
    expiresAt: expiresAt === null ? null : asTime(expiresAt),
  }));
}

export async function revokeKey(terminal: Terminal, keyId: string, { json }: OutputOptions): Promise<void> {
  const key = await withService(terminal, async (service) => {
    const key = (await findKeys(service, undefined)).find(({ id }) => id === keyId);
    if (!key)
      throw new CommandFailure(`There is no management key ${keyId}. \`latchkey key list\` lists all keys`);
    await transaction(await enterProject(service, key.projectId), async (ctx) => {
      if (!(await revokeManagementKey(ctx, ctx.project, keyId))) return;
      await recordAudit(ctx, { action: 'ManagementKeyDeleted', data: { id: keyId } });
    });
    return key;
  });
  if (json) printJson(terminal, { id: keyId, revoked: true });
  else printLine(terminal, `${keyId} (${key.name}) is refused from now on.`);
  if (!json && key.name === nameOfGivenKey) {
    printLine(
      terminal,
      `Remove it from the server's environment, too, or the next start will create it again.`,
    );
  }
}
