import type { ProjectContext } from '../../../core/context.ts';
import { newSecret } from '../../../core/crypto.ts';
import { ServiceError } from '../../../core/errors.ts';
import { transaction } from '../../../storage/transaction.ts';
import { lockTenants } from '../../directory/tenants/load-tenant.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { readOwnDomain } from '../sso/settings/domains.ts';
import { endProof } from '../sso/settings/proven-domains.ts';
import { withStanding } from './load-domains.ts';
import { deleteClaim, findClaim, insertClaim, listClaims } from './store.ts';
import {
  type Claim,
  isPending,
  isPendingByLink,
  maxClaims,
  maxPendingByLinks,
  type TenantDomain,
} from './tenant-domain.ts';

/**
 * Records that the tenant says the domain is its own, and returns the DNS record that proves it. A second claim changes nothing, and returns
 * the same record. Other tenants can claim the domain, too: each has a value of its own, and the first proof decides.
 */
export async function claimDomain(
  ctx: ProjectContext,
  tenantId: string,
  text: string,
): Promise<TenantDomain> {
  const domain = readOwnDomain(text);
  const projectId = ctx.project.id;
  return transaction(ctx, async (ctx) => {
    await lockTenants(ctx, [tenantId]);
    const claims = await listClaims(ctx.db, projectId, tenantId);
    const known = claims.find((claim) => claim.domain === domain);
    if (known) return withStanding(ctx, known);
    if (claims.length >= maxClaims) {
      throw new ServiceError(
        'E011004',
        `domain: a tenant can claim at most ${maxClaims} domains. Delete one first`,
      );
    }
    if (ctx.actor.type === 'setupLink' && claims.filter(isPendingByLink).length >= maxPendingByLinks) {
      throw new ServiceError(
        'E011004',
        `domain: at most ${maxPendingByLinks} domains can wait for their record. Publish or remove one first`,
      );
    }
    const claim: Claim = {
      projectId,
      tenantId,
      domain,
      token: newSecret(),
      createdAt: ctx.now(),
      checkedAt: 0,
      outcome: '',
      dueAt: 0,
      claimedBy: ctx.actor.type,
      claimedById: ctx.actor.id,
    };
    await insertClaim(ctx.db, claim);
    await recordAudit(ctx, {
      action: 'TenantModified',
      tenantId,
      data: { change: 'domainClaimed', domain },
    });
    return withStanding(ctx, claim);
  });
}

/**
 * Deletes a claim that is not proven. With `byLinkOnly`, only one that came by a setup link. Returns `false` if there is no such claim: someone
 * may have proven or deleted it meanwhile.
 */
export function deletePendingClaim(
  ctx: ProjectContext,
  tenantId: string,
  text: string,
  { byLinkOnly }: { byLinkOnly: boolean },
): Promise<boolean> {
  const domain = readOwnDomain(text);
  const projectId = ctx.project.id;
  return transaction(ctx, async (ctx) => {
    await lockTenants(ctx, [tenantId]);
    const claim = await findClaim(ctx.db, { projectId, tenantId, domain });
    if (!claim || !isPending(claim) || (byLinkOnly && !isPendingByLink(claim))) return false;
    await deleteClaim(ctx.db, claim);
    const data = { change: 'domainDeleted', domain, wasProven: false };
    await recordAudit(ctx, { action: 'TenantModified', tenantId, data });
    return true;
  });
}

/** Loads a claim. Throws E111204 if the tenant has none for this domain. */
export async function requireClaim(ctx: ProjectContext, tenantId: string, text: string): Promise<Claim> {
  const domain = readOwnDomain(text);
  const claim = await findClaim(ctx.db, { projectId: ctx.project.id, tenantId, domain });
  if (claim) return claim;
  throw noClaim(domain);
}

/**
 * Deletes a claim, and ends its proof: the domain is free for another tenant, unless an administrator has set it for a connection. People who
 * came by it stay. Throws E111204 if there is no claim.
 */
export async function deleteDomain(ctx: ProjectContext, tenantId: string, text: string): Promise<void> {
  const domain = readOwnDomain(text);
  await transaction(ctx, async (ctx) => {
    await lockTenants(ctx, [tenantId]);
    if (!(await deleteClaim(ctx.db, { projectId: ctx.project.id, tenantId, domain }))) throw noClaim(domain);
    const wasProven = await endProof(ctx, { tenantId, domain });
    await recordAudit(ctx, {
      action: 'TenantModified',
      tenantId,
      data: { change: 'domainDeleted', domain, wasProven },
    });
  });
}

export function noClaim(domain: string): ServiceError {
  return new ServiceError(
    'E111204',
    `domain: the tenant has not claimed ${domain}. Create it first, and publish its DNS record`,
  );
}
