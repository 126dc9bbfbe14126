import { createInterface } from 'node:readline';
import { administrationProjectId } from '../../core/administration.ts';
import {
  deleteProject,
  type ProjectSummary,
  summarizeProject,
} from '../../domain/administration/instance/delete-project.ts';
import { noProject, operator, withService } from '../open.ts';
import { CommandFailure, type OutputOptions, printJson, printLine } from '../output.ts';
import type { Terminal } from '../terminal.ts';

export async function deleteProjectCommand(
  terminal: Terminal,
  projectId: string,
  { yes, json }: OutputOptions & { yes?: string },
): Promise<void> {
  if (yes !== undefined && yes !== projectId) {
    throw new CommandFailure(
      `--yes is ${yes}, but the project is ${projectId}. Nothing was deleted. Enter the same ID twice`,
      2,
    );
  }
  const { name, counts } = await withService(terminal, async (service) => {
    // The administrators' project is in no list.
    const summary =
      projectId === administrationProjectId ? undefined : await summarizeProject(service, projectId);
    if (!summary) throw noProject(projectId);
    if (yes === undefined) await confirm(terminal, summary);
    await deleteProject(service, operator(), projectId);
    return summary;
  });
  if (json) return printJson(terminal, { id: projectId, name, deleted: counts });
  printLine(
    terminal,
    `The project ${projectId} (${name}) is deleted. Running servers reject it within five seconds.`,
  );
}

/** Asks on standard error, so that the output of --json stays JSON. */
async function confirm(terminal: Terminal, { id, name, isHidden, counts }: ProjectSummary): Promise<void> {
  const { users, tenants, managementKeys, accessKeys, sessions, auditEvents } = counts;
  const rows = [
    `${users} users with ${sessions} sessions, ${tenants} tenants`,
    `${managementKeys} management keys, ${accessKeys} access keys, ${auditEvents} audit events`,
  ];
  const hidden = isHidden ? ' An earlier deletion or import of this project has not finished.' : '';
  terminal.stderr.write(
    `The project ${id} (${name}) has:\n${rows.map((row) => `  ${row}\n`).join('')}` +
      `All of it will be deleted permanently.${hidden} Type the project ID to continue: `,
  );
  const typed = await readLine(terminal);
  if (typed === id) return;
  terminal.stderr.write('\n');
  throw new CommandFailure(
    typed === ''
      ? `Nothing was deleted. Type the ID, or add --yes ${id}`
      : 'Nothing was deleted, because that is not the project’s ID',
  );
}

/** Returns the first line, or an empty text at the end of the input. */
async function readLine({ stdin }: Terminal): Promise<string> {
  const lines = createInterface({ input: stdin });
  for await (const line of lines) return line.trim();
  return '';
}
