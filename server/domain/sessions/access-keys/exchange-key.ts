import type { ProjectContext } from '../../../core/context.ts';
import { hashSecret } from '../../../core/crypto.ts';
import { ServiceError } from '../../../core/errors.ts';
import { addressRefusal } from '../../../core/permitted-ips.ts';
import { findUser } from '../../directory/users/load-user.ts';
import { isDisabled } from '../../directory/users/user.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { noteKeyUse } from '../../project/management-keys/key-use.ts';
import { readOwnClaims } from '../sessions/claims/custom-claims.ts';
import type { Holder } from '../sessions/claims/holder.ts';
import { signSessionToken } from '../sessions/claims/tokens.ts';
import { holderInReach, type InReach } from '../sessions/in-reach.ts';
import { type AccessKey, isLive } from './access-key.ts';
import { findKey, findKeyByHash, updateLastUse } from './store.ts';

/**
 * Authenticates a caller by access key. Looks the key up at every request, so that every instance refuses a
 * rotated, deactivated or deleted key at once.
 */
export async function authenticateAccessKey(ctx: ProjectContext, secret: string): Promise<ProjectContext> {
  const key = await findKeyByHash(ctx.db, ctx.project.id, hashSecret(secret));
  if (!key || !isLive(key, ctx.now())) throw notValid('it is unknown, inactive or expired');
  const refusal = addressRefusal(ctx, key);
  if (refusal) throw notValid(refusal);
  await noteKeyUse(ctx, key, (use) => updateLastUse(ctx.db, ctx.project.id, key.id, use));
  return { ...ctx, actor: { type: 'accessKey', id: key.id } };
}

/** Finds the key with this secret, whether or not it can be used, to say later what became of a request. */
export async function findPresentedKey(ctx: ProjectContext, secret: string): Promise<string | undefined> {
  return (await findKeyByHash(ctx.db, ctx.project.id, hashSecret(secret)))?.id;
}

/** Returns the same error for every reason, and logs the reason. */
function notValid(reason: string): ServiceError {
  return new ServiceError('E062803', undefined, { cause: `access key: ${reason}` });
}

export interface ExchangeOptions {
  customClaims?: Record<string, unknown>;
  /** The tenant to select; default: the only one, or none. */
  selectedTenant?: string;
}

export interface ExchangedKey {
  keyId: string;
  sessionJwt: string;
  expiresAt: number;
}

/**
 * Returns a session JWT for the calling key. Claims that an administrator set on the key are at the top level;
 * claims requested by the caller prove nothing and are under `nsec`.
 */
export async function exchangeAccessKey(
  ctx: ProjectContext,
  { customClaims, selectedTenant = '' }: ExchangeOptions,
): Promise<ExchangedKey> {
  const key = await findKey(ctx.db, ctx.project.id, ctx.actor.id);
  if (!key || !isLive(key, ctx.now())) throw notValid('it has just been deactivated or deleted');
  const holder = await holderOf(ctx, key);
  if (selectedTenant && !holder.tenants.some(({ tenantId }) => tenantId === selectedTenant)) {
    throw new ServiceError(
      'E064003',
      'selectedTenant is not a tenant that the access key can use. Select one of its tenants that is not disabled',
    );
  }
  const expiresAt = Math.min(
    ctx.now() + ctx.project.settings.sessionLifetimeSeconds * 1000,
    key.expiresAt ?? Number.POSITIVE_INFINITY,
  );
  const sessionJwt = await signSessionToken(ctx, {
    subject: key.id,
    holder,
    tenantId: selectedTenant,
    customClaims: { ...key.customClaims, ...readOwnClaims(customClaims) },
    expiresAt,
  });
  await recordAudit(ctx, {
    action: 'AccessKeyExchanged',
    userId: key.boundUserId,
    tenantId: selectedTenant,
    method: 'accesskey',
    data: { id: key.id },
  });
  return { keyId: key.id, sessionJwt, expiresAt };
}

/** Returns the key itself, or the user whom it represents. A key bound to a disabled user is refused. */
async function holderOf(ctx: ProjectContext, key: AccessKey): Promise<InReach<Holder>> {
  if (!key.boundUserId) return holderInReach(ctx, key, 'accessKey');
  const user = await findUser(ctx, key.boundUserId);
  if (!user || isDisabled(user)) throw notValid('the user that it is bound to is disabled');
  return holderInReach(ctx, user);
}
