import type { ProjectContext, ServiceContext, TimedProjectData } from '../../../core/context.ts';
import { hashSecret, newSecret } from '../../../core/crypto.ts';
import { deviceNameOf, deviceOf } from '../../../core/device.ts';
import { newId } from '../../../core/ids.ts';
import type { AccountChange } from '../../directory/users/events.ts';
import { recordAudit } from '../../project/audit/record.ts';
import {
  type DeviceProof,
  maxDevices,
  readToken,
  type TrustedDevice,
  toProof,
  toToken,
  unusedLifetimeMs,
} from './device.ts';
import * as store from './store.ts';

async function trustDevice(ctx: ProjectContext, userId: string, amr: string[]): Promise<string> {
  const [projectId, now] = [ctx.project.id, ctx.now()];
  const [id, secret] = [newId('D', now), newSecret()];
  const { remoteAddress, userAgent } = ctx.request;
  const known = await store.listDevices(ctx.db, projectId, [userId], now);
  const surplus = known.slice(maxDevices - 1).map((device) => device.id);
  if (surplus.length > 0) await store.deleteDevices(ctx.db, projectId, userId, surplus);
  await store.insertDevice(ctx.db, {
    projectId,
    id,
    userId,
    remoteAddress,
    tokenHash: hashSecret(secret),
    name: deviceNameOf(userAgent),
    type: deviceOf(userAgent),
    provenAt: now,
    amr: JSON.stringify(amr),
    lastUsedAt: now,
    expiresAt: now + unusedLifetimeMs,
  });
  await recordAudit(ctx, { action: 'DeviceTrusted', userId, data: { device: id } });
  return toToken(id, secret);
}

/**
 * Returns what the user last proved on the requesting device, if they trust it. A token that was replaced before ends the
 * trust, because somebody has copied it.
 */
export async function findTrustedDevice(
  ctx: ProjectContext,
  userId: string,
): Promise<DeviceProof | undefined> {
  const shown = shownBy(ctx);
  if (!shown) return undefined;
  const known = await store.listDevices(ctx.db, ctx.project.id, [userId], ctx.now());
  const device = known.find(({ id }) => id === shown.id);
  if (device?.tokenHash === hashSecret(shown.secret)) return toProof(device);
  if (device) await forgetDevices(ctx, userId, 'reused', [device.id]);
  return undefined;
}

/**
 * Uses the trust in the requesting device up for this sign-in, and returns its next token; nothing if another request was first. Part of the
 * transaction that starts the session.
 */
export async function showTrustedDevice(ctx: ProjectContext, userId: string): Promise<string | undefined> {
  const shown = shownBy(ctx);
  if (!shown) return undefined;
  const secret = newSecret();
  const used = await store.replaceSecret(
    ctx.db,
    { projectId: ctx.project.id, userId, id: shown.id },
    {
      shown: hashSecret(shown.secret),
      next: hashSecret(secret),
      now: ctx.now(),
      expiresAt: ctx.now() + unusedLifetimeMs,
      remoteAddress: ctx.request.remoteAddress,
    },
  );
  return used ? toToken(shown.id, secret) : undefined;
}

function shownBy({ request }: ProjectContext): { id: string; secret: string } | undefined {
  return readToken(request.trustedDeviceToken?.() ?? '');
}

/**
 * Trusts the requesting device, also one that is trusted already. Part of the transaction that starts a session with two factors,
 * which are `amr`.
 */
export async function renewTrust(ctx: ProjectContext, userId: string, amr: string[]): Promise<string> {
  const shown = shownBy(ctx);
  // A device has one entry: a new one replaces it.
  if (shown) await store.deleteDevices(ctx.db, ctx.project.id, userId, [shown.id]);
  return trustDevice(ctx, userId, amr);
}

export async function listTrustedDevices(ctx: TimedProjectData, userIds: string[]): Promise<TrustedDevice[]> {
  const rows = await store.listDevices(ctx.db, ctx.project.id, userIds, ctx.now());
  return rows.map(({ id, userId, name, type, remoteAddress, lastUsedAt, expiresAt }) => ({
    id,
    userId,
    name,
    type,
    remoteAddress,
    lastUsedAt,
    expiresAt,
  }));
}

/** Ends the trust in these devices of a user, or in all. Joins a transaction. */
export async function forgetDevices(
  ctx: ProjectContext,
  userId: string,
  reason: 'removed' | 'reused' | 'accountChanged' | 'sessionsEnded',
  ids?: string[],
): Promise<void> {
  const forgotten = await store.deleteDevices(ctx.db, ctx.project.id, userId, ids);
  if (forgotten.length === 0) return;
  await recordAudit(ctx, { action: 'DeviceForgotten', userId, data: { devices: forgotten, reason } });
}

/** After these, a device that was trusted before may be another person's. A verified address is a factor, too. */
const endsTrust = new Set<AccountChange['kind']>([
  'passwordChanged',
  'factorRemoved',
  'addressChanged',
  'recoveryCodeUsed',
]);

/** Ends the trust in all devices of a user after a change by which the account may have changed hands. Joins a transaction. */
export async function endTrust(ctx: ProjectContext, change: AccountChange): Promise<void> {
  if (endsTrust.has(change.kind) || change.isReplaced)
    await forgetDevices(ctx, change.userId, 'accountChanged');
}

export function deleteExpiredDevices(ctx: ServiceContext): Promise<void> {
  return store.deleteExpired(ctx.db, ctx.now());
}
