import type { ProjectContext } from '../../../core/context.ts';
import { createCheckedUser, createUsersTogether } from '../../directory/users/create-user.ts';
import {
  type CheckedUser,
  checkNewUser,
  type NewUser,
  withCredentials,
} from '../../directory/users/new-user.ts';
import type { User } from '../../directory/users/user.ts';
import {
  type PreparedPassword,
  preparePassword,
  storeFirstPasswords,
} from '../passwords/prepare-password.ts';
import type { HashedPasswordInput } from '../passwords/wire.ts';
import { storeTotpSeed } from '../totp/totp-seed.ts';

/** A new user with first credentials. */
export interface NewAccount extends NewUser {
  /** In clear, or as another system hashed it. It has to be hashed, so an account is never checked within a transaction. */
  password?: string;
  hashedPassword?: HashedPasswordInput;
  /** The secret of an authenticator that the user already has, in base32. */
  seed?: string;
}

/**
 * Creates a user with their first credentials, or nothing. Throws E062107 if a login ID is in use or is another user's
 * verified address.
 */
export async function createAccount(ctx: ProjectContext, account: NewAccount): Promise<User> {
  return createCheckedUser(ctx, await checkAccount(ctx, account));
}

/** Creates many accounts in one transaction: all of them, or none. Returns the users in the order of the accounts. */
export async function createAccountsTogether(ctx: ProjectContext, accounts: NewAccount[]): Promise<User[]> {
  const users: CheckedUser[] = [];
  for (const account of accounts) users.push(await checkAccount(ctx, account));
  return createUsersTogether(ctx, users);
}

/** Checks a new account and hashes its password, before the transaction that creates the user. */
export async function checkAccount(ctx: ProjectContext, account: NewAccount): Promise<CheckedUser> {
  const { tenants, seed } = account;
  const isImported = account.isImported || hasForeignFactor(account);
  const user = await checkNewUser(ctx, { ...account, isImported });
  const tenantId = tenants?.length === 1 ? tenants[0]?.tenantId : undefined;
  const password = await preparePassword(ctx, { ...account, tenantId, about: namesOf(account) });
  if (!password && !seed) return user;
  return withCredentials(user, { value: { password, seed }, store: storeFactors });
}

async function storeFactors(
  ctx: ProjectContext,
  given: { userId: string; value: { password: PreparedPassword | undefined; seed: string | undefined } }[],
): Promise<void> {
  await storeFirstPasswords(
    ctx,
    given.map(({ userId, value }) => ({ userId, prepared: value.password })),
  );
  for (const { userId, value } of given) {
    if (value.seed) await storeTotpSeed(ctx, userId, value.seed);
  }
}

/** A hash or the secret of an authenticator comes from another system, where the user has set it up. */
function hasForeignFactor({ hashedPassword, seed }: NewAccount): boolean {
  return hashedPassword !== undefined || seed !== undefined;
}

/** Values that must not appear in the password. */
function namesOf({ loginId, additionalLoginIds = [], name, email, phone }: NewUser): string[] {
  return [loginId, ...additionalLoginIds, name, email, phone].filter((text) => text !== undefined);
}
