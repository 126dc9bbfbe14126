import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createSealer, hashSecret } from '../server/core/crypto.ts';
import { signInSlot } from '../server/domain/credentials/otp/slots.ts';
import { plainSignInOptions } from '../server/domain/sessions/sessions/sign-in-options.ts';
import { type CertifiedKey, createCertifiedKey } from '../server/protocols/saml/self-signed.ts';
import type { Db } from '../server/storage/tables.ts';
import type { ApplicationSession, Applications, PreparedCode } from './applications.ts';
import { type Executions, insertExecutions } from './executions.ts';
import { type PreparedSession, sessionIn } from './prepared-session.ts';
import { forEach, manage, managed, sendSuccessfully } from './requests.ts';
import {
  idpEntityId,
  oneTimeCode,
  passwordHash,
  projectId,
  returnUrl,
  secretKey,
  tenantId,
  totpSecret,
} from './settings.ts';

export interface PreparedUser {
  id: string;
  loginId: string;
  sealedSecret: string;
}

/** The data in the database before the measurement. */
export interface Population {
  users: PreparedUser[];
  sessions: PreparedSession[];
  executions: Executions;
  /** Unused SSO codes. */
  codes: { code: string; userId: string }[];
  idp: CertifiedKey;
  applications: Applications;
  /** Sessions that the OpenID application holds. */
  applicationSessions: ApplicationSession[];
  /** Unused authorization codes. */
  authorizationCodes: PreparedCode[];
}

export interface Sizes {
  users: number;
  sessions: number;
  applicationSessions: number;
  codes: number;
}

const day = 86_400_000;
const rowsPerStatement = 200;
const recordsPerImport = 2_000;

/**
 * Returns a port that accepts connections and says nothing. So a few attempts to send messages hang, instead of many that fail and take the
 * server's time from the requests.
 */
async function silentPort(): Promise<number> {
  const listening = createServer((socket) => socket.on('error', () => {})).unref();
  await once(listening.listen(0, '127.0.0.1'), 'listening');
  return (listening.address() as AddressInfo).port;
}

/**
 * Creates through the public API a tenant with a role and a SAML connection, and users in it with an
 * authenticator. Returns the key of the identity provider.
 */
export async function setUp(baseUrl: string, { users }: Pick<Sizes, 'users'>): Promise<CertifiedKey> {
  const idp = await createCertifiedKey('idp.bench.example', Date.now());
  // Tokens that were issued now are still used at the end.
  await manage(baseUrl, 'project/settings', {
    redirectUrls: [returnUrl],
    sessionLifetimeSeconds: 86_400,
    hostedPages: { signInMethods: ['password', 'emailCode', 'totp'], offerPasskeys: false },
    // All load comes from this machine.
    unlimitedAddresses: ['127.0.0.0/8', '::1/128'],
  });
  await manage(baseUrl, 'connector/email/smtp', {
    host: '127.0.0.1',
    port: await silentPort(),
    fromAddress: 'login@bench.example',
  });
  await manage(baseUrl, 'tenant/create', { id: tenantId, name: 'Bench' });
  const permissionNames = ['read documents', 'write documents'];
  for (const name of permissionNames) await manage(baseUrl, 'permission/create', { name });
  await manage(baseUrl, 'role/create', { name: 'engineer', permissionNames });
  await manage(baseUrl, 'sso/saml', {
    tenantId,
    redirectUrl: returnUrl,
    settings: {
      idpUrl: 'https://idp.bench.example/sso',
      entityId: idpEntityId,
      idpCert: idp.certificatePem,
      allowIdpInitiated: true,
    },
  });
  const records = Array.from({ length: users }, (_, index) =>
    JSON.stringify({
      loginId: loginIdOf(index),
      email: loginIdOf(index),
      verifiedEmail: true,
      status: 'enabled',
      displayName: `User ${index}`,
      givenName: 'User',
      familyName: String(index),
      seed: totpSecret,
      userTenants: [{ tenantId, roleNames: ['engineer'] }],
    }),
  );
  for (const chunk of inChunks(records, recordsPerImport)) await importRecords(baseUrl, chunk);
  return idp;
}

/** Imports users, each record a line of JSON. */
export async function importRecords(baseUrl: string, records: string[]): Promise<void> {
  const body = { source: 'latchkey', users: records.join('\n') };
  const { failures } = await manage<{ failures: unknown[] }>(baseUrl, 'user/import', body);
  if (failures.length > 0) throw new Error(`some users were not imported: ${JSON.stringify(failures[0])}`);
}

export async function signInUsers(
  baseUrl: string,
  { users, sessions }: Pick<Sizes, 'users' | 'sessions'>,
): Promise<PreparedSession[]> {
  const prepared: PreparedSession[] = [];
  const indexes = Array.from({ length: sessions }, (_, index) => index);
  await forEach(indexes, 16, async (index) => {
    prepared.push(await startSession(baseUrl, loginIdOf(index % users)));
  });
  return prepared;
}

export async function startSession(baseUrl: string, loginId: string): Promise<PreparedSession> {
  const { body } = await sendSuccessfully(baseUrl, managed('/v1/mgmt/auth/signin', { loginId }));
  return sessionIn(body);
}

/** Inserts what the API cannot create: passwords by their hash, and codes whose value is known. */
export async function populate(
  db: Db,
  sizes: Pick<Sizes, 'codes'>,
): Promise<Pick<Population, 'users' | 'codes' | 'executions'>> {
  const now = Date.now();
  const sealer = createSealer(Buffer.from(secretKey, 'base64'));
  const users = await db
    .selectFrom('totpCredentials')
    .innerJoin('users', (join) =>
      join
        .onRef('users.id', '=', 'totpCredentials.userId')
        .onRef('users.projectId', '=', 'totpCredentials.projectId'),
    )
    .select(['users.id', 'users.email as loginId', 'totpCredentials.sealedSecret'])
    .where('users.projectId', '=', projectId)
    .orderBy('users.id')
    .execute();
  const codes = Array.from({ length: sizes.codes }, (_, index) => ({
    code: hashSecret(`SSO code ${index}`),
    userId: users[index % users.length]!.id,
  }));
  const grant = JSON.stringify({
    amr: ['fed'],
    method: 'saml',
    firstSeen: false,
    terms: { tenantId, customClaims: {}, revokeOtherSessions: false },
    idp: {
      connectionId: 'default_ssoid',
      groups: ['staff'],
      oidcClaims: {},
      samlAttributes: { groups: ['staff'], email: ['somebody@bench.example'] },
    },
  });
  await db.transaction().execute(async (db) => {
    for (const chunk of inChunks(users, rowsPerStatement)) {
      const passwords = chunk.map(({ id: userId }) => ({
        projectId,
        userId,
        scheme: 'argon2id',
        hash: passwordHash,
        state: 'active' as const,
        previous: '[]',
        changedAt: now,
        expiresAt: 0,
        lockedAt: 0,
      }));
      await db.insertInto('passwords').values(passwords).execute();
      const challenges = chunk.map(({ id: userId, loginId }) => {
        const slot = signInSlot('email', userId);
        return {
          projectId,
          kind: 'code' as const,
          purpose: 'signIn',
          slot,
          userId,
          loginId,
          address: loginId,
          channel: 'email' as const,
          details: '{}',
          terms: JSON.stringify(plainSignInOptions),
          attempts: 0,
          confirmedAt: 0,
          createdAt: now,
          expiresAt: now + day,
          secretHash: sealer.mac(oneTimeCode, `code/${projectId}/${slot}`),
        };
      });
      await db.insertInto('challenges').values(challenges).execute();
    }
    for (const chunk of inChunks(codes, rowsPerStatement)) {
      const rows = chunk.map(({ code, userId }) => ({ codeHash: hashSecret(code), userId }));
      await db
        .insertInto('exchangeCodes')
        .values(rows.map((row) => ({ ...row, projectId, grant, expiresAt: now + day })))
        .execute();
    }
  });
  return { users, codes, executions: await insertExecutions(db, sealer, users) };
}

export function loginIdOf(index: number): string {
  return `user${index}@bench.example`;
}

function inChunks<T>(items: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
