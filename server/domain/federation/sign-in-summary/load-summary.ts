import type { ProjectContext } from '../../../core/context.ts';
import { listPasskeys } from '../../credentials/passkeys/list-passkeys.ts';
import { loadPasswordState, type PasswordState } from '../../credentials/passwords/password-state.ts';
import { countRecoveryCodes, recoveryCodesCreatedAt } from '../../credentials/recovery-codes/create-codes.ts';
import { totpCreatedAt } from '../../credentials/totp/created-at.ts';
import { loadUser } from '../../directory/users/load-user.ts';
import { type LastSignIn, loadLastSignIn } from '../../project/audit/last-sign-in.ts';
import { listTrustedDevices } from '../../sessions/trusted-devices/trust-device.ts';
import { listLinkedIdentities } from '../oauth/linked-identities.ts';
import { listSsoIdentities } from '../sso/identities/list-identities.ts';

/** A number of credentials of one kind, and the latest moment that matters about them. 0: none. */
interface Counted {
  count: number;
  at: number;
}

export interface SignInSummary {
  password: PasswordState;
  /** When the authenticator app was set up. 0: there is none. */
  totpCreatedAt: number;
  /** `at`: when the newest one was created. */
  passkeys: Counted;
  /** The number of codes that are left. `at`: when they were created. */
  recoveryCodes: Counted;
  /** `at`: when one of them was last used. */
  trustedDevices: Counted;
  oauthAccounts: { providerId: string; subject: string; createdAt: number }[];
  ssoAccounts: { tenantId: string; connectionId: string; subject: string; createdAt: number }[];
  /** Absent if the audit log has none. */
  lastSignIn: LastSignIn | undefined;
}

/** Lists what a user can sign in with and since when. `who` is a login ID or else a user ID. */
export async function loadSignInSummary(ctx: ProjectContext, who: string): Promise<SignInSummary> {
  const { id } = await loadUser(ctx, who);
  const [password, totp, passkeys, codes, codesAt, devices, oauthAccounts, ssoAccounts, lastSignIn] =
    await Promise.all([
      loadPasswordState(ctx, id),
      totpCreatedAt(ctx, id),
      listPasskeys(ctx, id),
      countRecoveryCodes(ctx, { userId: id }),
      recoveryCodesCreatedAt(ctx, id),
      listTrustedDevices(ctx, [id]),
      listLinkedIdentities(ctx, id),
      listSsoIdentities(ctx, id),
      loadLastSignIn(ctx, id),
    ]);
  return {
    password,
    oauthAccounts,
    ssoAccounts,
    lastSignIn,
    totpCreatedAt: totp ?? 0,
    passkeys: { count: passkeys.length, at: passkeys.at(-1)?.createdAt ?? 0 },
    recoveryCodes: { count: codes, at: codesAt ?? 0 },
    trustedDevices: { count: devices.length, at: devices[0]?.lastUsedAt ?? 0 },
  };
}
