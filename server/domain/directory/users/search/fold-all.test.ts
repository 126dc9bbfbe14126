import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { beforeQuery } from '../../../../../test/before-query.ts';
import { startLatchkey } from '../../../../../test/harness.ts';
import { loadProject } from '../../../project/projects/load-project.ts';
import { createUser } from '../create-user.ts';
import { deleteSomeEntries } from './delete-entries.ts';
import { foldOnce } from './fold.ts';
import { foldAll } from './fold-soon.ts';
import { readLog } from './store-log.ts';

test('if the fold of a project fails, those of all other projects are done, and the error is reported', async () => {
  const latchkey = await startLatchkey();
  const { service, context } = latchkey;
  const projectIds: string[] = [];
  for (let index = 0; index < 3; index += 1) {
    const { projectId } = await latchkey.addProject();
    projectIds.push(projectId);
    const project = (await loadProject(service, projectId))!;
    await createUser({ ...context, project }, { loginId: 'ann' });
  }
  const [broken, ...others] = projectIds.sort();
  await sql`update users set "customAttributes" = 'no JSON' where "projectId" = ${broken}`.execute(
    context.db,
  );
  await expect(foldAll(service)).rejects.toThrow('JSON');
  expect(await readLog(context.db, broken!, 10)).toHaveLength(1);
  for (const id of others) expect(await readLog(context.db, id, 10)).toEqual([]);
  await latchkey.close();
});

test('the first fold of a project writes nothing after its entries have been deleted', async () => {
  const latchkey = await startLatchkey();
  const { context: ctx } = latchkey;
  await createUser(ctx, { loginId: 'ann' });
  const during = beforeQuery(ctx.db, '"totpCredentials"', () => deleteSomeEntries(ctx));
  expect(await foldOnce({ ...ctx, db: during })).toBe('overtaken');
  await latchkey.close();
});
