import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { changeUser, checkLimit, hasLoginId } from '../change-user.ts';
import { noUser } from '../load-user.ts';
import { updateUserRow } from '../store-rows.ts';
import { type StoredUser, type User, userLimits } from '../user.ts';
import { foldLoginId, readAdditionalLoginId, readLoginId } from './login-id.ts';
import { deleteLoginIds, listLoginIds, updateLoginId } from './store-login-ids.ts';
import { takeLoginIds } from './take-login-ids.ts';

/**
 * Replaces the additional login IDs in this order, as part of a change. The first login ID and the one used in the
 * call stay.
 */
export async function replaceAdditionalLoginIds(
  ctx: ProjectContext,
  user: StoredUser,
  who: string,
  texts: string[],
): Promise<void> {
  // Most users have a single login ID, which stays.
  if (texts.length === 0 && user.loginIds.length === 1) return;
  checkLimit(texts.length, userLimits.additionalLoginIds, 'additional login IDs');
  const { db, project } = ctx;
  const current = await listLoginIds(db, project.id, user.id);
  const storedForm = new Map(current.map(({ folded, stored }) => [folded, stored]));
  const first = current[0]?.folded ?? '';
  const wanted = new Map(texts.map(readAdditionalLoginId).map((loginId) => [loginId.folded, loginId]));
  const stays = (folded: string) => folded === first || folded === foldLoginId(who) || wanted.has(folded);
  await deleteLoginIds(
    db,
    project.id,
    user.id,
    current.filter(({ folded }) => !stays(folded)).map(({ stored }) => stored),
  );
  const placed = [...wanted.values()]
    .filter(({ folded }) => folded !== first)
    .map((loginId, index) => ({ ...loginId, position: index + 1 }));
  for (const { folded, written, position } of placed) {
    const stored = storedForm.get(folded);
    if (stored !== undefined) await updateLoginId(db, project.id, user.id, stored, { written, position });
  }
  const added = placed.filter((one) => !storedForm.has(one.folded));
  await takeLoginIds(
    ctx,
    added.map((loginId) => ({ ...loginId, userId: user.id, selfGiven: 0 })),
  );
}

/** Adds a login ID at the user's request, unless the user already has it. Throws E062107 if it is another user's. */
export async function addLoginId(ctx: ProjectContext, who: string, text: string): Promise<User> {
  const added = readLoginId(text);
  return changeUser(ctx, who, async (ctx, user) => {
    if (hasLoginId(user, added.folded)) return;
    checkLimit(user.loginIds.length, userLimits.additionalLoginIds, 'additional login IDs');
    await takeLoginIds(ctx, [{ ...added, userId: user.id, position: user.loginIds.length, selfGiven: 1 }]);
  });
}

/** Removes a login ID of this user. The last one cannot be removed. Succeeds if the user no longer has it. */
export function removeLoginId(ctx: ProjectContext, userId: string, loginId: string): Promise<User> {
  const folded = foldLoginId(loginId);
  return changeUser(ctx, userId, async (ctx, user) => {
    if (!hasLoginId(user, folded)) return;
    requireAnother(user.loginIds);
    const loginIds = await listLoginIds(ctx.db, ctx.project.id, user.id);
    await deleteLoginIds(ctx.db, ctx.project.id, user.id, formsOf(loginIds, folded));
  });
}

function requireAnother(loginIds: unknown[]): void {
  if (loginIds.length > 1) return;
  throw new ServiceError(
    'E011004',
    'A user must have a login ID. Add another one before you remove the last one',
  );
}

/**
 * Replaces a login ID, or removes it if `newLoginId` is empty. The last login ID cannot be removed. `loginId` must
 * be a login ID, not a user ID. Sessions continue, because the user stays the same. `isAsserted`: nobody has proven the new one, so it goes to
 * the person who proves it.
 */
export async function changeLoginId(
  ctx: ProjectContext,
  loginId: string,
  newLoginId: string,
  { isAsserted = false }: { isAsserted?: boolean } = {},
): Promise<User> {
  const folded = foldLoginId(loginId);
  const next = newLoginId === '' ? undefined : readLoginId(newLoginId, 'newLoginId');
  return changeUser(ctx, loginId, async (ctx, user) => {
    if (!hasLoginId(user, folded)) throw noUser();
    const loginIds = await listLoginIds(ctx.db, ctx.project.id, user.id);
    const position = loginIds.find((one) => one.folded === folded)?.position ?? 0;
    const forms = formsOf(loginIds, folded);
    if (next?.folded === folded && forms[0] !== undefined) {
      return updateLoginId(ctx.db, ctx.project.id, user.id, forms[0], { written: next.written, position });
    }
    if (!next) requireAnother(loginIds);
    if (next)
      await takeLoginIds(ctx, [{ ...next, userId: user.id, position, selfGiven: isAsserted ? 1 : 0 }]);
    if (isAsserted) await updateUserRow(ctx.db, ctx.project.id, user.id, { selfRegistered: 1 });
    await deleteLoginIds(ctx.db, ctx.project.id, user.id, forms);
  });
}

function formsOf(loginIds: { folded: string; stored: string }[], folded: string): string[] {
  return loginIds.filter((one) => one.folded === folded).map(({ stored }) => stored);
}
