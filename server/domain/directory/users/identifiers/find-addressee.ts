import type { ProjectContext, ProjectData } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { loadUserById } from '../load-user.ts';
import { findStoredUser } from '../store.ts';
import { readUserId, type StoredUser } from '../user.ts';
import { isEmail, isPhone } from './address.ts';
import { foldLoginId, storedForms } from './login-id.ts';
import { type AddresseeRow, findByName, type Name } from './store-addressees.ts';

/** The part of a user that is needed to send a sign-in message. */
export interface Addressee {
  id: string;
  status: 'invited' | 'enabled' | 'disabled';
  test: boolean;
  /** The user signed up without an administrator and has not yet proven to own the account. */
  selfRegistered: boolean;
  email: Address;
  phone: Address;
}

export interface Address {
  /** The address, or empty if the user has none. */
  address: string;
  verified: boolean;
  /** The holder entered the address. Until it is verified, it may belong to another person. */
  selfGiven: boolean;
}

/**
 * The result of a lookup: no user, one user, or several users who have verified the address, which is then
 * ambiguous.
 */
export type FoundAddressee = 'nobody' | 'several' | Addressee;

/**
 * Finds the user whom a sign-in name refers to: the owner of this login ID, or else the user who has verified it as
 * an address. Costs one query, or three for an address with an international domain, whether or not there is such a user. Of several
 * accounts of one mailbox, finds the one that was created with the spelling given.
 */
export async function findAddressee(ctx: ProjectData, text: string): Promise<FoundAddressee> {
  const found: AddresseeRow[][] = [];
  for (const form of storedForms(text))
    found.push(await findByName(ctx.db, ctx.project.id, readSignInName(text, form)));
  const byLoginId = found.flat().find((row) => row.isLoginId === 1);
  const [first, second] = found.find((rows) => rows.length > 0) ?? [];
  if (byLoginId) return toAddressee(byLoginId);
  if (second) return 'several';
  return first ? toAddressee(first) : 'nobody';
}

/** Finds the user whom a sign-in name refers to, as `findAddressee` does. */
export async function findSignInUserId(ctx: ProjectData, name: string): Promise<string | undefined> {
  const found = await findAddressee(ctx, name);
  return typeof found === 'object' ? found.id : undefined;
}

/**
 * Finds a user by a folded name, also one who is kept apart from another user whose name has the same form (`storedForms`). `nobody` if the
 * user has no such name.
 */
export async function findNamedUser(
  ctx: ProjectData,
  userId: string,
  folded: string,
): Promise<FoundAddressee> {
  const found = await findAddressee(ctx, folded);
  if (typeof found === 'object' && found.id === userId) return found;
  for (const name of await listSignInNames(ctx, userId)) {
    const own = foldLoginId(name) === folded ? await findAddressee(ctx, name) : 'nobody';
    if (typeof own === 'object' && own.id === userId) return own;
  }
  return 'nobody';
}

async function listSignInNames({ db, project }: ProjectData, userId: string): Promise<string[]> {
  const user = await findStoredUser(db, project.id, userId);
  if (!user) return [];
  return [...user.loginIds, user.verifiedEmail ? user.email : '', user.verifiedPhone ? user.phone : ''];
}

/** Finds the user whom a back end signs in, by a name or a user ID. Throws E112102 unless there is exactly one. */
export async function loadSignInUser(
  ctx: ProjectContext,
  nameOrUserId: string,
): Promise<Pick<Addressee, 'id' | 'test'>> {
  const found = await findAddressee(ctx, nameOrUserId);
  if (found === 'several') {
    throw new ServiceError(
      'E112102',
      'Several users have verified this address. Give a login ID or a user ID instead',
    );
  }
  return typeof found === 'object' ? found : loadUserById(ctx, readUserId(nameOrUserId));
}

/**
 * Refuses a sign-up early, with E062107, if the login ID is another user's login ID or verified address. The
 * database checks again when the user is created.
 */
export async function requireFreeName(ctx: ProjectData, loginId: string, message?: string): Promise<void> {
  if ((await findAddressee(ctx, loginId)) !== 'nobody') throw new ServiceError('E062107', message);
}

/** Reports whether a user can sign in by this folded name. */
export function hasSignInName(user: StoredUser, folded: string): boolean {
  const { email, phone } = readSignInName(folded);
  return (
    user.loginIds.some((loginId) => foldLoginId(loginId) === folded) ||
    (user.verifiedEmail && email !== undefined && foldLoginId(user.email) === email) ||
    (user.verifiedPhone && phone !== undefined && foldLoginId(user.phone) === phone)
  );
}

/** Reads a name in each way in which it can refer to a user. `folded`: the form in which it may be stored. */
export function readSignInName(text: string, folded: string = foldLoginId(text)): Name {
  return {
    folded,
    ...(isEmail(folded) && { email: folded }),
    ...(isPhone(folded) && { phone: folded }),
  };
}

function toAddressee(row: AddresseeRow): Addressee {
  return {
    id: row.id,
    status: row.status,
    test: row.test === 1,
    selfRegistered: row.selfRegistered === 1,
    email: {
      address: row.email,
      verified: row.verifiedEmail === 1,
      selfGiven: row.selfGivenEmail === 1,
    },
    phone: {
      address: row.phone,
      verified: row.verifiedPhone === 1,
      selfGiven: row.selfGivenPhone === 1,
    },
  };
}
