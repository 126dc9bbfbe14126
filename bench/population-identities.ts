import { hashSecret, type Sealer } from '../server/core/crypto.ts';
import { plainSignInOptions } from '../server/domain/sessions/sessions/sign-in-options.ts';
import type { Db } from '../server/storage/tables.ts';
import { inChunks } from './chunks.ts';
import { coseKey } from './passkey.ts';
import type { PreparedCeremony, PreparedUser } from './prepared.ts';
import { oauthProvider, passkeyDomain, passkeyOrigin, projectId } from './settings.ts';

const day = 86_400_000;

/** Inserts an account at the provider, with tokens valid for a day. */
export async function insertIdentities(
  db: Db,
  users: PreparedUser[],
  { sealer, now }: { sealer: Sealer; now: number },
): Promise<void> {
  const { id: providerId, issuer } = oauthProvider;
  for (const chunk of inChunks(users)) {
    const rows = chunk.map(({ id: userId }) => {
      const subject = `at the provider ${userId}`;
      const tokens = {
        accessToken: hashSecret(userId),
        refreshToken: hashSecret(subject),
        scopes: ['openid'],
      };
      const purpose = `oauthTokens/${JSON.stringify([projectId, providerId, issuer, subject])}`;
      return {
        ...{ projectId, providerId, issuer, subject, userId, createdAt: now },
        ...{ sealedTokens: sealer.seal(JSON.stringify(tokens), purpose), tokenExpiresAt: now + day },
        ...{ renewals: 0, renewalFailure: '' as const, leaseId: '', leaseExpiresAt: 0 },
      };
    });
    await db.insertInto('oauthIdentities').values(rows).execute();
  }
}

/** Inserts passkeys, each with a sign-in that waits for the authenticator's response. */
export async function insertPasskeys(db: Db, ceremonies: PreparedCeremony[], now: number): Promise<void> {
  const domain = { projectId, rpId: passkeyDomain };
  for (const chunk of inChunks(ceremonies)) {
    const passkeys = chunk.map(({ credentialId, user }) => ({
      ...{ ...domain, credentialId, userId: user.id, userHandle: hashSecret(user.id), publicKey: coseKey },
      ...{
        signCount: 0,
        backupEligible: 0 as const,
        backedUp: 0 as const,
        device: 'Desktop',
        createdAt: now,
      },
    }));
    await db.insertInto('passkeys').values(passkeys).execute();
    const begun = chunk.map(({ transactionId, challenge, user }) => ({
      ...{ ...domain, id: hashSecret(transactionId), purpose: 'signIn' as const, challenge },
      ...{ origin: passkeyOrigin, requiresVerification: 1 as const, userId: user.id, loginId: user.loginId },
      ...{ userHandle: '', details: '{}', terms: JSON.stringify(plainSignInOptions) },
      ...{ createdAt: now, expiresAt: now + day },
    }));
    await db.insertInto('passkeyCeremonies').values(begun).execute();
  }
}
