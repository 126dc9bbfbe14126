import type { ProjectContext } from '../../core/context.ts';
import { loadProjects } from '../../domain/project/projects/load-project.ts';
import { enterProject, inProject, withService } from '../open.ts';
import type { Terminal } from '../terminal.ts';

/** Does the work in one project, or in all of them, one after the other. */
export function forEachProject<R>(
  terminal: Terminal,
  projectId: string | undefined,
  work: (ctx: ProjectContext) => Promise<R>,
): Promise<R[]> {
  return withService(terminal, async (service) => {
    const contexts =
      projectId === undefined
        ? (await loadProjects(service)).map((project) => inProject(service, project))
        : [await enterProject(service, projectId)];
    const results: R[] = [];
    for (const ctx of contexts) results.push(await work(ctx));
    return results;
  });
}
