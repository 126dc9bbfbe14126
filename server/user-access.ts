import type { UserAccess } from './core/user-access.ts';
import { withdrawChallenges } from './domain/credentials/challenges/issue.ts';
import { withdrawConsents } from './domain/sessions/impersonation/give-consent.ts';
import { forgetOAuthIdentities } from './domain/federation/oauth/forget-identities.ts';
import { deletePasskeys } from './domain/credentials/passkeys/delete-passkeys.ts';
import { deletePassword } from './domain/credentials/passwords/delete-password.ts';
import { endSessionsOf } from './domain/sessions/sessions/end-session.ts';
import { voidExchangeCodes } from './domain/sessions/sessions/exchange-code.ts';
import { forgetAllIdentities, forgetIdentities } from './domain/federation/sso/identities/forget-identities.ts';
import { deleteTotp } from './domain/credentials/totp/delete-totp.ts';

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
