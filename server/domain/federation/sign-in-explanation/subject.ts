import type { ProjectContext } from '../../../core/context.ts';
import { type Addressee, findAddressee } from '../../directory/users/identifiers/find-addressee.ts';
import { findUser } from '../../directory/users/load-user.ts';
import { readUserId, type User } from '../../directory/users/user.ts';

/** The user whom a name stands for, with the name by which they would sign in. */
export interface Subject {
  loginId: string;
  user: User;
  addressee: Addressee;
}

/** Finds the user as a sign-in does, or else by user ID. */
export async function findSubject(
  ctx: ProjectContext,
  name: string,
): Promise<Subject | 'nobody' | 'several'> {
  const found = await findAddressee(ctx, name);
  if (typeof found === 'object') {
    const user = await findUser(ctx, found.id);
    return user ? { loginId: name, user, addressee: found } : 'nobody';
  }
  const byId = found === 'nobody' ? await findUser(ctx, readUserId(name)) : undefined;
  const [loginId] = byId?.loginIds ?? [];
  const addressee = loginId === undefined ? undefined : await findAddressee(ctx, loginId);
  if (byId && loginId !== undefined && typeof addressee === 'object')
    return { loginId, user: byId, addressee };
  return found;
}
