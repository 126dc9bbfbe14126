import type { ServiceContext } from '../../core/context.ts';
import type { Project } from '../../core/project.ts';
import { rotateKeys as rotate } from '../../domain/project/projects/keys/rotate-keys.ts';
import { loadAdministrationProject, loadProjects } from '../../domain/project/projects/load-project.ts';
import { enterAnyProject, inProject, withService } from '../open.ts';
import { asTime, type OutputOptions, printJson, printLine, printTable } from '../output.ts';
import type { Terminal } from '../terminal.ts';

export async function rotateKeys(
  terminal: Terminal,
  { project, json }: OutputOptions & { project?: string },
): Promise<void> {
  const rotated = await withService(terminal, async (service) => {
    const contexts = project
      ? [await enterAnyProject(service, project)]
      : (await everyProject(service)).map((project) => inProject(service, project));
    const keys: { projectId: string; kid: string; signsFrom: string }[] = [];
    for (const ctx of contexts) {
      for (const key of await rotate(ctx)) {
        keys.push({ projectId: ctx.project.id, kid: key.id, signsFrom: asTime(key.signsFrom) });
      }
    }
    return keys;
  });
  if (json) {
    printJson(terminal, rotated);
    return;
  }
  printTable(
    terminal,
    ['PROJECT ID', 'NEW KID', 'SIGNS FROM'],
    rotated.map(({ projectId, kid, signsFrom }) => [projectId, kid, signsFrom]),
  );
  printLine(
    terminal,
    'Until then, the old keys sign. They stay published until their last tokens have expired.',
  );
}

async function everyProject(service: ServiceContext): Promise<Project[]> {
  const administration = await loadAdministrationProject(service);
  return [...(await loadProjects(service)), ...(administration ? [administration] : [])];
}
