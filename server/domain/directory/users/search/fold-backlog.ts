import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceContext } from '../../../../core/context.ts';
import { foldOnce } from './fold.ts';
import { mergeTexts } from './merge-texts.ts';
import { listUnfolded, readLog } from './store-log.ts';

/** Changes leave no log as long as this one, but an upgrade and a move to another database log all users. */
const longLog = 5_000;

/** More than other folds, because no request waits for the lock of SQLite yet. */
const foldedAtOnce = 2_000;

/** Folds long logs before the server takes requests. Otherwise the first searches would have to, and would take minutes. */
export async function foldBacklog(ctx: ServiceContext): Promise<void> {
  for (const id of await listUnfolded(ctx.db)) {
    const index = { db: ctx.db, project: { id } };
    const isLong = async () => (await readLog(ctx.db, id, longLog)).length === longLog;
    if (!(await isLong())) continue;
    ctx.log.info({ projectId: id }, 'indexing users for searches, about 200,000 a minute');
    while (!ctx.stopping.aborted && (await isLong())) {
      // Another instance starts at the same time, and does it.
      if ((await foldOnce(index, foldedAtOnce)) === 'overtaken') await sleep(2_000 + 2_000 * Math.random());
    }
    await mergeTexts(ctx);
  }
}
