import { rebuildIndex } from '../../domain/directory/users/search/rebuild-index.ts';
import { type OutputOptions, printJson, printLine } from '../output.ts';
import type { Terminal } from '../terminal.ts';
import { forEachProject } from './for-each-project.ts';

const reportEvery = 100_000;

export async function rebuildSearch(
  terminal: Terminal,
  { project, json }: OutputOptions & { project?: string },
): Promise<void> {
  const rebuilt = await forEachProject(terminal, project, async (ctx) => {
    let users = 0;
    await rebuildIndex(ctx, (done) => {
      const isReported = Math.floor(done / reportEvery) > Math.floor(users / reportEvery);
      if (isReported && !json) printLine(terminal, `${ctx.project.id}: ${done} users so far`);
      users = done;
    });
    return { projectId: ctx.project.id, users };
  });
  if (json) printJson(terminal, rebuilt);
  else
    for (const { projectId, users } of rebuilt) printLine(terminal, `${projectId}: indexed ${users} users.`);
}
