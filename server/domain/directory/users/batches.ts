import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { patchUser, type UserChange } from './update-user.ts';
import type { User } from './user.ts';

/** An entry that fails does not stop the others. */
export interface BatchResult<Entry> {
  done: User[];
  failed: { failure: string; entry: Entry }[];
}

export const maxBatchEntries = 100;

export interface BatchChange extends UserChange {
  /** A login ID or a user ID. */
  who: string;
}

/** Changes users, each in a transaction of its own. */
export function patchUsers(ctx: ProjectContext, entries: BatchChange[]): Promise<BatchResult<BatchChange>> {
  return oneByOne(ctx, entries, ({ who, ...change }) => patchUser(ctx, who, change));
}

/** Does the same with each entry. A failure is recorded, and the others go on. */
export async function oneByOne<Entry>(
  ctx: ProjectContext,
  entries: Entry[],
  work: (entry: Entry) => Promise<User>,
): Promise<BatchResult<Entry>> {
  const result: BatchResult<Entry> = { done: [], failed: [] };
  let outage: string | undefined;
  for (const entry of entries) {
    if (outage) {
      result.failed.push({ failure: outage, entry });
      continue;
    }
    try {
      result.done.push(await work(entry));
    } catch (error) {
      const isRefusal = isRefusalOfOne(error);
      if (!isRefusal) {
        // What is done is done, so the answer has to say so. The next entry would wait for the same trouble.
        ctx.log.error({ err: error }, 'a batch of users broke off');
        outage = 'Something went wrong on the server: the batch broke off here';
      }
      result.failed.push({ failure: isRefusal ? error.message : (outage ?? ''), entry });
    }
  }
  return result;
}

/** 501: the entry asks for what there is not, a kind of hash for example. */
export function isRefusalOfOne(error: unknown): error is ServiceError {
  return error instanceof ServiceError && (error.status < 500 || error.status === 501);
}
