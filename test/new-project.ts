import { loadProject } from '../server/domain/project/projects/load-project.ts';
import type { Latchkey } from './harness.ts';

/** Adds an empty project to a running Latchkey, for tests that need one each: a server of their own costs several times as much. */
export async function inNewProject(server: Latchkey): Promise<Latchkey> {
  const { projectId, managementKey } = await server.addProject();
  const project = await loadProject(server.service, projectId);
  if (!project) throw new Error('the project that was added does not exist');
  return {
    ...server,
    project,
    projectId,
    managementKey,
    context: { ...server.context, project },
    request: (method, path, options) => server.request(method, path, { bearer: projectId, ...options }),
    manage: (method, path, body) =>
      server.request(method, path, { bearer: `${projectId}:${managementKey}`, body }),
    sdk: () => {
      throw new Error('the SDK is for the first project of a server');
    },
  };
}
