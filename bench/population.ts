import { sql } from 'kysely';
import { createSealer, hashSecret } from '../server/core/crypto.ts';
import { newId } from '../server/core/ids.ts';
import { totpPurpose } from '../server/domain/credentials/totp/start-totp.ts';
import { plainSignInOptions } from '../server/domain/sessions/sessions/sign-in-options.ts';
import { type Database, dialectOf } from '../server/storage/engine.ts';
import { inChunks } from './chunks.ts';
import { insertAccessKeys, insertPasswords, insertSecrets } from './population-credentials.ts';
import { insertIdentities, insertPasskeys } from './population-identities.ts';
import type { PreparedCeremony, PreparedLink, PreparedUser } from './prepared.ts';
import { projectId, secretKey, tenantId, totpSecret } from './settings.ts';

export interface PreparedSession {
  id: string;
  userId: string;
  tokenHash: string;
}

/** The data in the database before the measurement. */
export interface Population {
  users: PreparedUser[];
  sessions: PreparedSession[];
  codes: { code: string; userId: string }[];
  oauthCodes: { code: string; userId: string }[];
  links: PreparedLink[];
  ceremonies: PreparedCeremony[];
  accessKeys: { id: string; key: string }[];
}

export interface Sizes {
  users: number;
  sessions: number;
  codes: number;
}

const day = 86_400_000;

/**
 * Inserts users in a tenant with a role, an authenticator, a password, a code and a link, sessions, access
 * keys, and unused SSO codes.
 */
export async function populate({ db }: Database, sizes: Sizes): Promise<Population> {
  const now = Date.now();
  const sealer = createSealer(Buffer.from(secretKey, 'base64'));
  const users = Array.from({ length: sizes.users }, (_, index) => ({
    id: newId('U', now - sizes.users * 1_000 + index * 1_000),
    loginId: `user${index}@bench.example`,
    sealedSecret: sealer.seal(totpSecret, totpPurpose(projectId)),
  }));
  const sessions = Array.from({ length: sizes.sessions }, (_, index) => ({
    id: newId('S', now),
    userId: users[index % users.length]!.id,
    tokenHash: hashSecret(`session ${index}`),
  }));
  const codesOf = (method: string) =>
    Array.from({ length: sizes.codes }, (_, index) => ({
      code: hashSecret(`${method} code ${index}`),
      userId: users[index % users.length]!.id,
    }));
  const codes = codesOf('saml');
  const oauthCodes = codesOf('oauth');
  const role = await db
    .selectFrom('roles')
    .select('id')
    .where('projectId', '=', projectId)
    .where('name', '=', 'engineer')
    .executeTakeFirstOrThrow();

  const grant = JSON.stringify({
    ...{ amr: ['fed'], method: 'saml', firstSeen: false },
    terms: { tenantId, customClaims: {}, revokeOtherSessions: false },
    idp: {
      ...{ connectionId: 'default_ssoid', groups: ['staff'], oidcClaims: {} },
      samlAttributes: { groups: ['staff'], email: ['somebody@bench.example'] },
    },
  });
  const person = {
    projectId,
    status: 'enabled' as const,
    middleName: '',
    phone: '',
    verifiedPhone: 0 as const,
  };
  await db.transaction().execute(async (db) => {
    for (const chunk of inChunks(users)) {
      const rows = chunk.map(({ id, loginId }, index) => ({
        ...person,
        ...{ id, name: `User ${index}`, givenName: 'User', familyName: String(index), email: loginId },
        ...{ verifiedEmail: 1 as const, picture: '', test: 0 as const, customAttributes: '{}' },
        ...{ createdAt: now, modifiedAt: now },
      }));
      await db.insertInto('users').values(rows).execute();
    }
    // Foreign keys would use query plans made for empty tables.
    if (dialectOf(db) === 'postgres') await sql`analyze users`.execute(db);
    for (const chunk of inChunks(users)) {
      const of = chunk.map(({ id: userId, ...rest }) => ({ userId, ...rest }));
      await db
        .insertInto('loginIds')
        .values(
          of.map(({ userId, loginId }) => ({ projectId, userId, loginId, written: loginId, position: 0 })),
        )
        .execute();
      await db
        .insertInto('tenantMembers')
        .values(of.map(({ userId }) => ({ projectId, tenantId, userId, createdAt: now })))
        .execute();
      await db
        .insertInto('userRoles')
        .values(
          of.map(({ userId }) => ({
            projectId,
            userId,
            tenantId,
            roleId: role.id,
            source: 'manual' as const,
          })),
        )
        .execute();
      const unused = { lastStep: 0, failures: 0, nextAttemptAt: 0, createdAt: now };
      await db
        .insertInto('totpCredentials')
        .values(of.map(({ userId, sealedSecret }) => ({ projectId, userId, sealedSecret, ...unused })))
        .execute();
    }
    const fresh = {
      ...{ amr: '["totp"]', tenantId: '', customClaims: '{}', previousTokenHash: '' },
      ...{ stepUpUntil: 0, impersonatorId: '' },
    };
    const client = { remoteAddress: '127.0.0.1', userAgent: '' };
    for (const chunk of inChunks(sessions)) {
      const times = { rotatedAt: now, createdAt: now, expiresAt: now + 30 * day };
      await db
        .insertInto('sessions')
        .values(chunk.map((session) => ({ projectId, ...session, ...fresh, ...times, ...client })))
        .execute();
    }
    const oauthGrant = JSON.stringify({
      ...{ amr: ['oauth'], method: 'oauth', firstSeen: false, terms: plainSignInOptions },
    });
    const grants = [
      { codes, grant },
      { codes: oauthCodes, grant: oauthGrant },
    ];
    for (const { codes, grant } of grants) {
      for (const chunk of inChunks(codes)) {
        const rows = chunk.map(({ code, userId }) => ({ projectId, codeHash: hashSecret(code), userId }));
        await db
          .insertInto('exchangeCodes')
          .values(rows.map((row) => ({ ...row, grant, expiresAt: now + day })))
          .execute();
      }
    }
  });
  const links = users.map((user) => ({ token: hashSecret(`link ${user.id}`), user }));
  await insertPasswords(db, users, now);
  await insertSecrets(db, links, { sealer, now });
  const accessKeys = await insertAccessKeys(db, { roleId: role.id, now });
  const ceremonies = users.map((user) => ({
    transactionId: hashSecret(`transaction ${user.id}`),
    challenge: hashSecret(`challenge ${user.id}`),
    credentialId: hashSecret(`passkey ${user.id}`),
    user,
  }));
  await insertPasskeys(db, ceremonies, now);
  await insertIdentities(db, users, { sealer, now });
  return { users, sessions, codes, oauthCodes, links, ceremonies, accessKeys };
}
