import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { readCommandConfig } from '../core/config.ts';
import type { Project, ProjectContext } from '../core/context.ts';
import { createLog } from '../core/log.ts';
import { loadAdministrationProject, loadProject } from '../domain/project/projects/load-project.ts';
import { type Instance, openInstance } from '../instance.ts';
import { CommandFailure } from './output.ts';
import type { Terminal } from './terminal.ts';

/** Opens what a server has made, beside a running one if need be. It makes and migrates nothing. */
export async function withService<R>(
  terminal: Terminal,
  work: (service: Instance) => Promise<R>,
): Promise<R> {
  const config = readCommandConfig(terminal.env);
  const service = await openInstance(config, { log: createLog(config, terminal.log), mayCreate: false });
  try {
    return await work(service);
  } finally {
    await service.close();
  }
}

/** The operator's context; a project that does not exist is a failure. */
export async function enterProject(service: Instance, projectId: string): Promise<ProjectContext> {
  const project = await loadProject(service, projectId);
  if (!project)
    throw new CommandFailure(`There is no project ${projectId}: \`latchkey project list\` shows them`);
  return inProject(service, project);
}

/** The same for what concerns the administration project too: its audit log and its keys. */
export async function enterAnyProject(service: Instance, projectId: string): Promise<ProjectContext> {
  const administration = await loadAdministrationProject(service);
  return administration?.id === projectId
    ? inProject(service, administration)
    : enterProject(service, projectId);
}

export function inProject(service: Instance, project: Project): ProjectContext {
  return {
    ...service,
    project,
    actor: { type: 'commandLine', id: systemUser() },
    request: { id: randomUUID(), remoteAddress: '', userAgent: 'latchkey' },
  };
}

/** The audit log's answer to who it was. In a container the number need not have a name. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? '');
  }
}
