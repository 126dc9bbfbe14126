import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { readCommandConfig } from '../core/config.ts';
import type { ProjectContext } from '../core/context.ts';
import { createLog } from '../core/log.ts';
import type { Project } from '../core/project.ts';
import { loadAdministrationProject, loadProject } from '../domain/project/projects/load-project.ts';
import { type Instance, openInstance } from '../instance.ts';
import { CommandFailure } from './output.ts';
import type { Terminal } from './terminal.ts';

/** Opens the data of a server, which may be running. Creates and migrates nothing. */
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

/** Returns the operator's context. Fails if the project does not exist. */
export async function enterProject(service: Instance, projectId: string): Promise<ProjectContext> {
  const project = await loadProject(service, projectId);
  if (!project) throw noProject(projectId);
  return inProject(service, project);
}

export function noProject(projectId: string): CommandFailure {
  return new CommandFailure(
    `No project has the ID ${projectId}. \`latchkey project list\` lists all projects`,
  );
}

/**
 * Returns the operator's context for operations that the administration project allows, too: its audit log and
 * its keys.
 */
export async function enterAnyProject(service: Instance, projectId: string): Promise<ProjectContext> {
  const administration = await loadAdministrationProject(service);
  return administration?.id === projectId
    ? inProject(service, administration)
    : enterProject(service, projectId);
}

export function inProject(service: Instance, project: Project): ProjectContext {
  return { ...service, project, ...operator() };
}

/** Describes the operator for the audit log. */
export function operator(): Pick<ProjectContext, 'actor' | 'request'> {
  return {
    actor: { type: 'commandLine', id: systemUser() },
    request: { id: randomUUID(), remoteAddress: '', userAgent: 'latchkey' },
  };
}

/** Returns the operating system user for the audit log. In a container, the number may have no name. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? '');
  }
}
