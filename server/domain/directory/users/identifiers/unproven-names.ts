import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { changeUser } from '../change-user.ts';
import type { UserDetails } from '../details.ts';
import { findUser } from '../store.ts';
import { findAddressSources, updateUser } from '../store-rows.ts';
import { type AddressKind, isEmail, isPhone } from './address.ts';
import { isNameProven } from './known-owner.ts';
import { foldLoginId, readLoginId } from './login-id.ts';
import { deleteLoginIds, listLoginIds } from './store-login-ids.ts';
import { takeLoginIds } from './take-login-ids.ts';

/**
 * Takes the names from an account that are addresses which its holder never proved, when they have proven another one of
 * the kind: no message would reach the owners of these names any more, and nobody else could have them. The proven
 * address becomes the login ID when none is left. Part of a transaction.
 */
export async function leaveUnprovenNames(
  ctx: ProjectContext,
  userId: string,
  kind: AddressKind,
  proven: string,
): Promise<void> {
  const { db, project } = ctx;
  const sources = await findAddressSources(db, project.id, userId);
  if (!sources?.selfRegistered) return;
  const isOfKind = kind === 'email' ? isEmail : isPhone;
  const { folded: name, written } = readLoginId(proven);
  await changeUser(ctx, userId, async (ctx) => {
    const all = await listLoginIds(db, project.id, userId);
    const gone = all.filter(({ folded, selfGiven }) => selfGiven && isOfKind(folded) && folded !== name);
    if (gone.length === 0) return;
    await deleteLoginIds(
      db,
      project.id,
      userId,
      gone.map(({ folded }) => folded),
    );
    if (gone.length === all.length) {
      await takeLoginIds(ctx, [{ folded: name, written, userId, position: 0, selfGiven: 1 }]);
    }
    const after = await findUser(db, project.id, userId);
    if (after && isNameProven(after)) await updateUser(db, project.id, userId, { selfRegistered: 0 });
  });
}

/**
 * E011004 when somebody signs up under an address and says that another one of the kind is theirs: then what is sent to
 * the owner of the name would go to them.
 */
export function requireOwnName(loginId: string, { email, phone }: UserDetails): void {
  const folded = foldLoginId(loginId);
  for (const [kind, address, isOfKind] of [
    ['email', email, isEmail],
    ['phone', phone, isPhone],
  ] as const) {
    if (!address || !isOfKind(folded) || foldLoginId(address) === folded) continue;
    throw new ServiceError(
      'E011004',
      `loginId is another ${kind} than user.${kind}: leave user.${kind} out, or sign up under that one`,
    );
  }
}
