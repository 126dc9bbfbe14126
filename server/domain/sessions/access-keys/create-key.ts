import type { ProjectContext } from '../../../core/context.ts';
import { hashSecret, newSecret } from '../../../core/crypto.ts';
import { ServiceError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { foldName, readName } from '../../../core/names.ts';
import { readPermittedIps } from '../../../core/permitted-ips.ts';
import { failureOf } from '../../../storage/failure.ts';
import { transaction } from '../../../storage/transaction.ts';
import { findUser } from '../../directory/users/load-user.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { readCustomClaims } from '../sessions/claims/custom-claims.ts';
import { type AccessKey, readAttributes } from './access-key.ts';
import { assignGrants, type KeyGrants } from './assign-grants.ts';
import { loadAccessKey } from './load-key.ts';
import { insertKey } from './store.ts';

export interface KeyDetails extends KeyGrants {
  name?: string;
  description?: string;
  customClaims?: Record<string, unknown>;
  customAttributes?: Record<string, unknown>;
  permittedIps?: string[];
}

export interface NewAccessKey extends KeyDetails {
  name: string;
  /** Absent: never. */
  expiresAt?: number;
  /** A key bound to this user has no roles and tenants of its own: given ones are ignored. */
  userId?: string;
}

/** Creates a key and returns it in clear text, for the only time. E011004 names unknown references. */
export async function createAccessKey(
  ctx: ProjectContext,
  input: NewAccessKey,
): Promise<{ key: AccessKey; cleartext: string }> {
  const { userId = '', expiresAt } = input;
  if (expiresAt !== undefined && expiresAt <= ctx.now()) {
    throw new ServiceError('E011004', 'expireTime is in the past. Give seconds since 1970, or 0 for never');
  }
  const cleartext = newSecret();
  const row = {
    projectId: ctx.project.id,
    id: newId('K', ctx.now()),
    name: readName(input.name),
    foldedName: foldName(input.name),
    description: '',
    customClaims: '{}',
    customAttributes: '{}',
    permittedIps: '[]',
    ...readKeyDetails(input),
    hash: hashSecret(cleartext),
    status: 'active' as const,
    createdAt: ctx.now(),
    expiresAt: expiresAt ?? null,
    createdBy: ctx.actor.id,
    boundUserId: userId || null,
  };
  const key = await withReferences(ctx, async (ctx) => {
    if (userId && !(await findUser(ctx, userId))) throw unknownUser(userId);
    await insertKey(ctx.db, row);
    if (!userId) await assignGrants(ctx, row.id, input);
    await recordAudit(ctx, { action: 'AccessKeyCreated', userId, data: { id: row.id, name: row.name } });
    return loadAccessKey(ctx, row.id);
  });
  return { key, cleartext };
}

/**
 * Reads the given details; absent fields stay as they are. All others are overwritten; an empty list or object
 * clears the field.
 */
export function readKeyDetails(input: KeyDetails) {
  const { name, description, customClaims, customAttributes, permittedIps } = input;
  return {
    ...(name !== undefined && { name: readName(name), foldedName: foldName(name) }),
    ...(description !== undefined && { description }),
    ...(customClaims && { customClaims: JSON.stringify(readCustomClaims(customClaims)) }),
    ...(customAttributes && { customAttributes: readAttributes(customAttributes) }),
    ...(permittedIps && { permittedIps: JSON.stringify(readPermittedIps(permittedIps)) }),
  };
}

/** Runs a transaction that refers to a role, tenant or user that may be deleted after it was looked up. */
export async function withReferences<R>(
  ctx: ProjectContext,
  work: (ctx: ProjectContext) => Promise<R>,
): Promise<R> {
  try {
    return await transaction(ctx, work);
  } catch (error) {
    if (failureOf(error) !== 'foreignKey') throw error;
    throw new ServiceError(
      'E011004',
      'A role, tenant or user that the key refers to has just been deleted. Try again without it',
      {
        cause: error,
      },
    );
  }
}

function unknownUser(userId: string): ServiceError {
  return new ServiceError('E011004', `No user has the ID ${userId}`);
}
