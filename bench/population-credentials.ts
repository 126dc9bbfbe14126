import { hashSecret, type Sealer } from '../server/core/crypto.ts';
import { newId } from '../server/core/ids.ts';
import { signInSlot } from '../server/domain/credentials/otp/slots.ts';
import { plainSignInOptions } from '../server/domain/sessions/sessions/sign-in-options.ts';
import type { Db } from '../server/storage/tables.ts';
import { inChunks } from './chunks.ts';
import type { PreparedLink, PreparedUser } from './prepared.ts';
import { oneTimeCode, passwordHash, projectId, tenantId } from './settings.ts';

const day = 86_400_000;
const accessKeyCount = 200;

export async function insertPasswords(db: Db, users: PreparedUser[], now: number): Promise<void> {
  const row = { projectId, scheme: 'argon2id', hash: passwordHash, state: 'active' as const, previous: '[]' };
  for (const chunk of inChunks(users)) {
    const rows = chunk.map(({ id: userId }) => ({
      ...row,
      userId,
      changedAt: now,
      expiresAt: 0,
      lockedAt: 0,
    }));
    await db.insertInto('passwords').values(rows).execute();
  }
}

/** Inserts for each user an unused code and link, as if sent by mail. */
export async function insertSecrets(
  db: Db,
  links: PreparedLink[],
  { sealer, now }: { sealer: Sealer; now: number },
): Promise<void> {
  for (const chunk of inChunks(links)) {
    const rows = chunk.flatMap(({ token, user }) => {
      const row = {
        ...{ projectId, purpose: 'signIn', userId: user.id, loginId: user.loginId, address: user.loginId },
        ...{ channel: 'email' as const, details: '{}', terms: JSON.stringify(plainSignInOptions) },
        ...{ attempts: 0, confirmedAt: 0, createdAt: now, expiresAt: now + day },
      };
      const slot = signInSlot('email', user.id);
      const codeHash = sealer.mac(oneTimeCode, `code/${projectId}/${slot}`);
      const linkHash = hashSecret(token);
      return [
        { ...row, kind: 'code' as const, slot, secretHash: codeHash },
        { ...row, kind: 'link' as const, slot: linkHash, secretHash: linkHash },
      ];
    });
    await db.insertInto('challenges').values(rows).execute();
  }
}

/** Inserts access keys in the tenant, with its role. */
export async function insertAccessKeys(
  db: Db,
  { roleId, now }: { roleId: string; now: number },
): Promise<{ id: string; key: string }[]> {
  const keys = Array.from({ length: accessKeyCount }, (_, index) => ({
    id: newId('K', now),
    key: hashSecret(`access key ${index}`),
  }));
  for (const chunk of inChunks(keys)) {
    const rows = chunk.map(({ id, key }) => ({
      ...{ projectId, id, name: id, foldedName: id.toLowerCase(), description: '', hash: hashSecret(key) },
      ...{
        status: 'active' as const,
        createdAt: now,
        expiresAt: null,
        createdBy: 'bench',
        baselineUserId: null,
      },
      ...{ customClaims: '{}', customAttributes: '{}', permittedIps: '[]' },
    }));
    await db.insertInto('accessKeys').values(rows).execute();
    const granted = chunk.map(({ id: keyId }) => ({ projectId, keyId, tenantId }));
    await db.insertInto('accessKeyTenants').values(granted).execute();
    const roles = granted.map((row) => ({ ...row, roleId }));
    await db.insertInto('accessKeyRoles').values(roles).execute();
  }
  return keys;
}
