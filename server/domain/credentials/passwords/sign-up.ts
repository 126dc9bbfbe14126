import type { ProjectContext } from '../../../core/context.ts';
import { transaction } from '../../../storage/transaction.ts';
import { createUser } from '../../directory/users/create-user.ts';
import { selfGiven, type UserDetails } from '../../directory/users/details.ts';
import { requireFreeName } from '../../directory/users/identifiers/find-addressee.ts';
import { readLoginId } from '../../directory/users/identifiers/login-id.ts';
import { requireOwnName } from '../../directory/users/identifiers/unproven-names.ts';
import type { SignInOptions } from '../../sessions/sessions/sign-in-options.ts';
import type { StartedSession } from '../../sessions/sessions/start-session.ts';
import { prepareClear, storeFirstPasswords } from './prepare-password.ts';
import { requireEnabled, rulesOf } from './rules.ts';
import { startPasswordSession } from './sign-in.ts';

export interface PasswordSignUp {
  loginId: string;
  password: string;
  details: UserDetails;
  terms: SignInOptions;
}

/**
 * Registers a user with a password and signs them in. Nothing that the caller states is proven: addresses stay unverified, and
 * nothing but names and addresses can be set. Throws E062107 if the login ID is registered or is a user's verified
 * address.
 */
export async function signUpWithPassword(
  ctx: ProjectContext,
  input: PasswordSignUp,
): Promise<StartedSession> {
  const { password, details, terms } = input;
  const rules = await rulesOf(ctx);
  requireEnabled(rules);
  const loginId = readLoginId(input.loginId);
  await requireFreeName(ctx, loginId.folded);
  requireOwnName(input.loginId, details);
  const said = selfGiven(details);
  const about = [loginId.written, ...Object.values(said)];
  const prepared = await prepareClear(ctx, password, { about, rules });
  return transaction(ctx, async (ctx) => {
    const user = await createUser(ctx, {
      loginId: input.loginId,
      ...said,
      verifiedEmail: false,
      verifiedPhone: false,
      status: 'enabled',
      selfRegistered: true,
    });
    await storeFirstPasswords(ctx, [{ userId: user.id, prepared }]);
    return startPasswordSession(ctx, user.id, terms);
  });
}
