import type { ProjectContext } from '../../../core/context.ts';
import { type CreationSteps, createUsersTogether, type NewUser } from '../../directory/users/create-user.ts';
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
  /** In clear, or as another system hashed it. It has to be hashed, so an account is never created within a transaction. */
  password?: string;
  hashedPassword?: HashedPasswordInput;
  /** The secret of an authenticator that the user already has, in base32. */
  seed?: string;
}

type Alongside = CreationSteps<NewAccount>['alongside'];

/**
 * Creates a user with their first credentials, or nothing. E062107 when a login ID is taken, or is another user's verified
 * address. `alongside` is part of the transaction.
 */
export async function createAccount(
  ctx: ProjectContext,
  input: NewAccount,
  alongside?: Alongside,
): Promise<User> {
  const [user] = await createAccountsTogether(ctx, [input], alongside);
  return user as User;
}

/** Creates many accounts in one transaction: all of them, or none. Returns the users in the order of the inputs. */
export function createAccountsTogether(
  ctx: ProjectContext,
  given: NewAccount[],
  alongside?: Alongside,
): Promise<User[]> {
  const inputs = given.map((input) => ({
    ...input,
    isImported: input.isImported || hasForeignFactor(input),
  }));
  const passwords: (PreparedPassword | undefined)[] = [];
  return createUsersTogether(ctx, inputs, {
    async prepare(ctx, input) {
      const tenantId = input.tenants?.length === 1 ? input.tenants[0]?.tenantId : undefined;
      passwords.push(await preparePassword(ctx, { ...input, tenantId, about: namesOf(input) }));
    },
    async store(ctx, userIds) {
      await storeFirstPasswords(
        ctx,
        userIds.map((userId, i) => ({ userId, prepared: passwords[i] })),
      );
      for (const [i, userId] of userIds.entries()) {
        const { seed } = inputs[i] as NewAccount;
        if (seed) await storeTotpSeed(ctx, userId, seed);
      }
    },
    alongside,
  });
}

/** A hash or the secret of an authenticator comes from another system, where the user has set it up. */
function hasForeignFactor({ hashedPassword, seed }: NewAccount): boolean {
  return hashedPassword !== undefined || seed !== undefined;
}

/** Values that must not appear in the password. */
function namesOf({ loginId, additionalLoginIds = [], name, email, phone }: NewUser): string[] {
  return [loginId, ...additionalLoginIds, name, email, phone].filter((text) => text !== undefined);
}
