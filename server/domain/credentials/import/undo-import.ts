import type { ProjectContext } from '../../../core/context.ts';
import { transaction } from '../../../storage/transaction.ts';
import { deleteUsers } from '../../directory/users/delete-user.ts';
import { listActionsOf } from '../../project/audit/events-of-users.ts';
import { listOfImport } from './store.ts';

/** A user who stays, because something has happened to them since the import. */
export interface KeptUser {
  userId: string;
  loginId: string;
  reason: string;
}

/** The number of users deleted in one transaction, so that other writers get a turn in between. */
const pageSize = 100;

/**
 * Deletes the users that an import has created, except those who have signed in or were changed since. Can be repeated. Yields, for
 * each page, how many it deleted and who stays. A dry run yields the same and deletes nobody.
 */
export async function* undoImport(
  ctx: ProjectContext,
  { importId, dryRun }: { importId: string; dryRun: boolean },
): AsyncGenerator<{ deleted: number; kept: KeptUser[] }> {
  let after = '';
  for (let found = pageSize; found === pageSize; ) {
    const page = await transaction(ctx, async (ctx) => {
      const imported = await listOfImport(ctx.db, { projectId: ctx.project.id, importId, after }, pageSize);
      const users = await withEvents(ctx, imported);
      const kept = users.flatMap((user): KeptUser[] => {
        const reason = reasonToStay(user);
        return reason ? [{ userId: user.id, loginId: user.loginId ?? '', reason }] : [];
      });
      const stays = new Set(kept.map(({ userId }) => userId));
      const gone = users.map(({ id }) => id).filter((id) => !stays.has(id));
      if (gone.length > 0 && !dryRun) await deleteUsers(ctx, gone);
      return { found: users.length, last: users.at(-1)?.id ?? '', deleted: gone.length, kept };
    });
    yield { deleted: page.deleted, kept: page.kept };
    found = page.found;
    after = page.last;
  }
}

/** Events that are no use of an account: its creation, and attempts of people who did not get in. */
const noUse = ['UserCreated', 'LoginFailed', 'LoginExceedMaxAttempts', 'UserInvited'];

/** Allows for the time between the creation of a user and the note of the import. */
const toleranceMs = 60 * 60 * 1_000;

/** Adds what the audit log says about the users since their import. */
async function withEvents(ctx: ProjectContext, users: Awaited<ReturnType<typeof listOfImport>>) {
  if (users.length === 0) return [];
  const since = Math.min(...users.map(({ importedAt }) => importedAt)) - toleranceMs;
  const actions = await listActionsOf(
    ctx,
    users.map(({ id }) => id),
    since,
  );
  const actionsOf = Map.groupBy(actions, ({ userId }) => userId);
  return users.map((user) => {
    const own = actionsOf.get(user.id) ?? [];
    const hasEvent = own.some(
      ({ action, occurredAt }) => occurredAt >= user.importedAt && !noUse.includes(action),
    );
    return { ...user, hasEvent, isRecorded: own.some(({ action }) => action === 'UserCreated') };
  });
}

function reasonToStay(user: Awaited<ReturnType<typeof withEvents>>[number]): string {
  if (user.hasSession) return 'has a session';
  if (user.hasKey) return 'has an access key';
  if (user.hasEvent || user.modifiedAt > user.importedAt) return 'has signed in, or was changed';
  // Old events were deleted, or the project came from another instance without its audit log.
  return user.isRecorded ? '' : 'may have signed in: the audit log does not go back to the import';
}
