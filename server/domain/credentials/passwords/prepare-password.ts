import type { ProjectContext, TimedProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { ForeignHash } from '../../../protocols/password-hashes/foreign-hash.ts';
import { HashFormatError } from '../../../protocols/password-hashes/format.ts';
import { readHashedPassword } from '../../../protocols/password-hashes/read-hashed-password.ts';
import { countRevocation } from '../../directory/users/revocations.ts';
import { logUsers } from '../../directory/users/search/log-users.ts';
import { hashPassword, sealForeign } from './hashing.ts';
import { type NewPasswordState, type StoredHash, temporaryLifetimeMs } from './password.ts';
import { refuseBreached } from './refuse-breached.ts';
import { checkNewPassword, type PasswordRules, rulesOf } from './rules.ts';
import { findPassword, insertPasswords, putPassword } from './store.ts';
import { clearAttempts } from './store-attempts.ts';
import type { HashedPasswordInput } from './wire.ts';

/** A password that is ready to be stored: checked, and hashed. */
export type PreparedPassword = { own: StoredHash } | { foreign: ForeignHash };

export interface PasswordSource {
  /** The password in clear. */
  password?: string;
  /** The password as another system hashed it. */
  hashedPassword?: HashedPasswordInput;
  /** Login IDs, addresses and names of the user, which must not be the password. */
  about: string[];
  /** The tenant whose rules apply. Absent for the project's. */
  tenantId?: string;
}

/**
 * Checks and hashes the password that a user is created or imported with. Returns `undefined` if there is none. Must run
 * outside of transactions, because it hashes; `storePassword` follows inside.
 */
export async function preparePassword(
  ctx: ProjectContext,
  source: PasswordSource,
): Promise<PreparedPassword | undefined> {
  const { password, hashedPassword, about, tenantId } = source;
  if (password && hashedPassword)
    throw new ServiceError(
      'E011004',
      'password and hashedPassword cannot be combined. Send only one of them',
    );
  if (hashedPassword) return { foreign: readForeign(hashedPassword) };
  if (!password) return undefined;
  return prepareClear(ctx, password, { about, rules: await rulesOf(ctx, tenantId) });
}

export async function prepareClear(
  ctx: ProjectContext,
  password: string,
  { about, rules }: { about: string[]; rules: PasswordRules },
): Promise<PreparedPassword> {
  checkNewPassword(ctx, password, rules, about);
  await refuseBreached(ctx, password, rules);
  return { own: await hashPassword(ctx, password) };
}

function readForeign({ buddyauth, bach, ...hashed }: HashedPasswordInput): ForeignHash {
  if (buddyauth || bach) {
    throw new ServiceError('E501001', `Hashes of ${buddyauth ? 'buddyauth' : 'bach'} are not supported`);
  }
  try {
    return readHashedPassword(hashed);
  } catch (error) {
    if (!(error instanceof HashFormatError)) throw error;
    throw new ServiceError('E011003', `hashedPassword cannot be used: ${error.reason}`);
  }
}

/** Stores the passwords of new users, in the transaction that creates them. */
export async function storeFirstPasswords(
  ctx: ProjectContext,
  users: { userId: string; prepared: PreparedPassword | undefined }[],
): Promise<void> {
  const rows = users.flatMap(({ userId, prepared }) => {
    if (!prepared) return [];
    const fresh = { ...freshPassword(ctx, 'active'), previous: '[]' };
    return [{ projectId: ctx.project.id, userId, ...toStored(ctx, userId, prepared), ...fresh }];
  });
  if (rows.length > 0) await insertPasswords(ctx.db, rows);
}

/**
 * Sets the user's password in place of any other, and voids sign-ins that were begun before and are not finished.
 * Runs inside the transaction that creates or changes the user.
 */
export async function storePassword(
  ctx: ProjectContext,
  userId: string,
  prepared: PreparedPassword,
  { state = 'active', reuseAmount = 0 }: { state?: NewPasswordState; reuseAmount?: number } = {},
): Promise<void> {
  const projectId = ctx.project.id;
  const before = reuseAmount > 0 ? await findPassword(ctx.db, projectId, userId) : undefined;
  await putPassword(ctx.db, {
    projectId,
    userId,
    ...toStored(ctx, userId, prepared),
    ...freshPassword(ctx, state),
    previous: previousWith(before, reuseAmount),
  });
  await logUsers(ctx, [userId]);
  await clearAttempts(ctx.db, projectId, userId);
  await countRevocation(ctx, userId);
}

function toStored(
  ctx: Pick<ProjectContext, 'project' | 'sealer'>,
  userId: string,
  prepared: PreparedPassword,
): StoredHash {
  return 'own' in prepared ? prepared.own : sealForeign(ctx, userId, prepared.foreign);
}

export function freshPassword(ctx: TimedProjectData, state: NewPasswordState) {
  const now = ctx.now();
  return {
    state,
    changedAt: now,
    expiresAt: state === 'temporary' ? now + temporaryLifetimeMs : 0,
    lockedAt: 0,
  };
}

/** Returns the history with the current password added, limited to the remembered number. */
export function previousWith(
  before: (StoredHash & { previous: string }) | undefined,
  reuseAmount: number,
): string {
  if (!before) return '[]';
  const { scheme, hash, previous } = before;
  return JSON.stringify([{ scheme, hash }, ...(JSON.parse(previous) as StoredHash[])].slice(0, reuseAmount));
}
