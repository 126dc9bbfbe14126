import type { ProjectContext } from '../../../core/context.ts';
import { type Failure, failureOf } from '../../../storage/failure.ts';
import { insertUsers } from '../../../storage/insert-users.ts';
import { together } from '../../../storage/transaction.ts';
import { recordAudits } from '../../project/audit/record.ts';
import { withReferences } from './change-user.ts';
import { insertGrants, resolveGrants } from './grants/grant-new-users.ts';
import { replaceSsoApps } from './grants/grants.ts';
import { takeLoginIds } from './identifiers/take-login-ids.ts';
import { nameAllAttributes } from './load-user.ts';
import {
  type CheckedUser,
  checkNewUser,
  loginIdRows,
  type NewUser,
  userRows,
  verifiedAddresses,
} from './new-user.ts';
import { foldSoon } from './search/fold-soon.ts';
import { logNumbers } from './search/log-users.ts';
import { findStoredUsers } from './store.ts';
import type { User } from './user.ts';

/**
 * Creates a user with all directory data, or nothing. Throws E062107 if a login ID is in use or is another user's
 * verified address.
 */
export async function createUser(ctx: ProjectContext, person: NewUser): Promise<User> {
  return createCheckedUser(ctx, await checkNewUser(ctx, person));
}

/**
 * Creates a user who has been checked before, because something slow lies between the check and the transaction. A user who needs no
 * transaction of their own is created together with those of concurrent requests.
 */
export async function createCheckedUser(ctx: ProjectContext, user: CheckedUser): Promise<User> {
  if (!ctx.db.isTransaction) {
    return ctx.sharedWork.join(callerOf(ctx), user, {
      work: (users) => createUsersTogether(ctx, users),
      concernsOne: (error) => !outages.has(failureOf(error)),
    });
  }
  const [created] = await createUsersTogether(ctx, [user]);
  return created as User;
}

/** The audit events of a batch name the same caller, and its users get the defaults of the same settings. */
function callerOf({ project, actor, request }: ProjectContext): string {
  return JSON.stringify(['create user', project.id, actor, request.remoteAddress, request.userAgent]);
}

/** After them it may be unknown whether the users exist, or a second attempt would make things worse. */
const outages = new Set<Failure | undefined>(['unavailable', 'full', 'busy']);

/**
 * Creates checked users in one transaction: either all of them or none. Many take as many statements as one. Returns them in the
 * order of the list.
 */
export async function createUsersTogether(ctx: ProjectContext, users: CheckedUser[]): Promise<User[]> {
  const created = await withReferences(ctx, async (ctx) => {
    const rows = await userRows(ctx, users);
    const [numbers, , grants] = await together([
      // The first, because the other parts insert rows that refer to the users.
      insertUsers(ctx.db, rows),
      takeLoginIds(ctx, users.flatMap(loginIdRows), users.flatMap(verifiedAddresses)),
      resolveGrants(
        ctx,
        users.map(({ id, person }) => ({ ...person, userId: id })),
      ),
    ]);
    const [, created] = await together([
      insertGrants(ctx, grants),
      complete(ctx, users),
      logNumbers(ctx, numbers),
    ]);
    return created;
  });
  foldSoon(ctx, users.length);
  return created;
}

/** Stores what else belongs to the new users, reads them back, and writes audit events. */
async function complete(ctx: ProjectContext, users: CheckedUser[]): Promise<User[]> {
  await storeCredentials(ctx, users);
  for (const { id, person } of users) {
    if (person.ssoAppIds?.length) await replaceSsoApps(ctx, id, person.ssoAppIds);
  }
  const ids = users.map(({ id }) => id);
  const [found] = await together([
    findStoredUsers(ctx.db, ctx.project.id, ids),
    recordAudits(
      ctx,
      ids.map((userId) => ({ action: 'UserCreated', userId })),
    ),
  ]);
  if (found.length < ids.length) throw new Error('a user vanished within the transaction that creates them');
  const stored = new Map(found.map((user) => [user.id, user]));
  return nameAllAttributes(
    ctx,
    ids.flatMap((id) => stored.get(id) ?? []),
  );
}

/** Stores first credentials, those of the same kind in one go. */
async function storeCredentials(ctx: ProjectContext, users: CheckedUser[]): Promise<void> {
  const given = users.flatMap(({ id, credentials }) => (credentials ? [{ userId: id, ...credentials }] : []));
  for (const [store, ofKind] of Map.groupBy(given, ({ store }) => store)) await store(ctx, ofKind);
}
