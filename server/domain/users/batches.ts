import type { ProjectContext } from '../../core/context.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Invitation } from '../invites/invitation.ts';
import { inviteNewUser, inviteUser } from '../invites/invite-user.ts';
import { createUser, type NewUser } from './create-user.ts';
import { foldLoginId } from './login-id.ts';
import { patchUser, type UserChange } from './update-user.ts';
import { type User, userIdPattern } from './user.ts';

/** One entry failed does not stop the others. */
export interface BatchResult<Entry> {
  done: User[];
  failed: { failure: string; entry: Entry }[];
}

export const maxBatchEntries = 100;

/**
 * Makes users, each in a transaction of its own. A login ID that is somebody's already, or stands in an earlier entry,
 * fails: a batch that is sent again makes nobody twice, and sends nothing twice. To be invited again, somebody is named
 * by user ID.
 */
export function createUsers(
  ctx: ProjectContext,
  entries: NewUser[],
  invitation?: Invitation,
): Promise<BatchResult<NewUser>> {
  const seen = new Set<string>();
  return oneByOne(ctx, entries, (entry) => {
    const folded = foldLoginId(entry.loginId);
    if (seen.has(folded)) throw new ServiceError('E062107', 'This login ID stands twice in the batch');
    seen.add(folded);
    if (!invitation) return createUser(ctx, entry);
    const invite = userIdPattern.test(entry.loginId) ? inviteUser : inviteNewUser;
    return invite(ctx, entry, invitation);
  });
}

export interface BatchChange extends UserChange {
  /** A login ID or a user ID. */
  who: string;
}

/** Changes users, each in a transaction of its own. */
export function patchUsers(ctx: ProjectContext, entries: BatchChange[]): Promise<BatchResult<BatchChange>> {
  return oneByOne(ctx, entries, ({ who, ...change }) => patchUser(ctx, who, change));
}

async function oneByOne<Entry>(
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
