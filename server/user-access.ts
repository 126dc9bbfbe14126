import type { UserAccess } from './core/user-access.ts';
import { withdrawChallenges } from './domain/challenges/issue.ts';
import { withdrawConsents } from './domain/impersonation/give-consent.ts';
import { forgetOAuthIdentities } from './domain/oauth/forget-identities.ts';
import { deletePasskeys } from './domain/passkeys/delete-passkeys.ts';
import { deletePassword } from './domain/passwords/delete-password.ts';
import { endSessionsOf } from './domain/sessions/end-session.ts';
import { voidExchangeCodes } from './domain/sessions/exchange-code.ts';
import { forgetAllIdentities, forgetIdentities } from './domain/sso/forget-identities.ts';
import { deleteTotp } from './domain/totp/delete-totp.ts';

export const userAccess: UserAccess = {
  endSessions: endSessionsOf,
  voidExchangeCodes,
  withdrawChallenges,
  withdrawConsents,
  async deleteCredentials(ctx, userId) {
    // Begins with the records that are found by login ID.
    await deleteTotp(ctx, userId);
    await deletePassword(ctx, userId);
    await deletePasskeys(ctx, userId);
  },
  forgetIdentities,
  async forgetAllIdentities(ctx, userId) {
    await forgetOAuthIdentities(ctx, userId);
    return forgetAllIdentities(ctx, userId);
  },
};
