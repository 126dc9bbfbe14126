import type { ProjectContext, ServiceContext } from '../../../core/context.ts';
import { loadProject } from './load-project.ts';

/** Enters a project as the sweeper, for what happens without a request. Returns `undefined` while it is being imported or deleted. */
export async function enterAsSweeper(
  service: ServiceContext,
  projectId: string,
): Promise<ProjectContext | undefined> {
  const project = await loadProject(service, projectId);
  if (!project) return undefined;
  const request = { id: 'sweeper', remoteAddress: '', userAgent: '' };
  return { ...service, project, request, actor: { type: 'system', id: 'sweeper' } };
}
