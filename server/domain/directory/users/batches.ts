import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { patchUser, type UserChange } from './update-user.ts';
import type { User } from './user.ts';

/** The outcome of a batch. An entry that fails does not stop the others. */
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
  return eachByItself(ctx, entries, ({ who, ...change }) => patchUser(ctx, who, change));
}

/**
 * Applies the same work to each entry, in turn. Records a failure and continues with the next entry. Entries that follow each
 * other and `areTogether` are worked on at the same time, for work that concurrent calls share.
 */
export async function eachByItself<Entry>(
  ctx: Pick<ProjectContext, 'log'>,
  entries: Entry[],
  work: (entry: Entry) => Promise<User>,
  areTogether: (entry: Entry) => boolean = () => false,
): Promise<BatchResult<Entry>> {
  const result: BatchResult<Entry> = { done: [], failed: [] };
  let outage: string | undefined;
  for (const group of groupsOf(entries, areTogether)) {
    if (outage) {
      for (const entry of group) result.failed.push({ failure: outage, entry });
      continue;
    }
    const outcomes = await Promise.allSettled(group.map(async (entry) => work(entry)));
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled') {
        result.done.push(outcome.value);
        continue;
      }
      const error: unknown = outcome.reason;
      const isRefusal = isRefusalOfOne(error);
      if (!isRefusal) {
        // The finished entries are committed, so the response has to report them. The next entry would fail for the
        // same reason.
        ctx.log.error({ err: error }, 'a batch of users was aborted');
        outage =
          'The server failed while processing the batch, so this entry was not processed. Send the failed entries again';
      }
      result.failed.push({ failure: isRefusal ? error.message : (outage ?? ''), entry: group[index]! });
    }
  }
  return result;
}

/** Returns neighbours that are together as one group, and every other entry as a group of its own. */
function groupsOf<Entry>(entries: Entry[], areTogether: (entry: Entry) => boolean): Entry[][] {
  const groups: Entry[][] = [];
  let wasTogether = false;
  for (const entry of entries) {
    const isTogether = areTogether(entry);
    if (isTogether && wasTogether) groups.at(-1)!.push(entry);
    else groups.push([entry]);
    wasTogether = isTogether;
  }
  return groups;
}

/**
 * Reports whether the error concerns this entry only. 501 counts, too: the entry uses an unsupported feature, for
 * example an unknown kind of hash.
 */
export function isRefusalOfOne(error: unknown): error is ServiceError {
  return error instanceof ServiceError && (error.status < 500 || error.status === 501);
}
