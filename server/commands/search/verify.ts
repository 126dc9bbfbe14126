import { verifyIndex } from '../../domain/directory/users/search/verify-index.ts';
import { CommandFailure, type OutputOptions, printJson, printLine } from '../output.ts';
import type { Terminal } from '../terminal.ts';
import { forEachProject } from './for-each-project.ts';

/** Fails if the index differs from the users, after it has listed where. */
export async function verifySearch(
  terminal: Terminal,
  { project, json }: OutputOptions & { project?: string },
): Promise<void> {
  const found = await forEachProject(terminal, project, async (ctx) => ({
    projectId: ctx.project.id,
    differences: await verifyIndex(ctx),
  }));
  if (json) printJson(terminal, found);
  else {
    for (const { projectId, differences } of found) {
      if (differences.length === 0) printLine(terminal, `${projectId}: the index is right.`);
      for (const difference of differences) printLine(terminal, `${projectId}: user number ${difference}`);
    }
  }
  if (found.some(({ differences }) => differences.length > 0)) {
    throw new CommandFailure(
      'Searches may miss users or find wrong ones. `latchkey search rebuild` repairs the index. Please report this as a defect',
    );
  }
}
