import type { ProjectContext } from '../../../core/context.ts';
import type { TextRecords } from '../../../core/dns.ts';
import { ServiceError } from '../../../core/errors.ts';
import { transaction } from '../../../storage/transaction.ts';
import { findTenants, lockTenants } from '../../directory/tenants/load-tenant.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { writeToAdministrators } from '../../sessions/tenant-administrators/write-to-administrators.ts';
import { findExactHolder } from '../sso/find-domain.ts';
import { endProof, prepareDefaultConnection, recordProof } from '../sso/settings/proven-domains.ts';
import { noClaim, requireClaim } from './claim-domain.ts';
import { withStanding } from './load-domains.ts';
import { findClaim, recordLook } from './store.ts';
import { type Claim, nextLook, recordOf, type TenantDomain } from './tenant-domain.ts';

/**
 * Looks for the DNS record of a claim. If it is there, the domain is the tenant’s from now on; if it is not, a proof ends; a look that fails
 * changes nothing. Returns the domain and the texts that were found. Throws E111204 for a domain that is not claimed, E111203 for a
 * proven one that belongs to another tenant.
 */
export async function verifyDomain(
  ctx: ProjectContext,
  tenantId: string,
  text: string,
): Promise<{ domain: TenantDomain; texts: string[] }> {
  const claim = await requireClaim(ctx, tenantId, text);
  const records = await lookAt(ctx, claim);
  const current = await findClaim(ctx.db, claim);
  if (!current) throw noClaim(claim.domain);
  return {
    domain: await withStanding(ctx, current),
    texts: 'texts' in records ? records.texts : [],
  };
}

/** Looks for the record of a claim, and does what follows from it. */
export async function lookAt(ctx: ProjectContext, claim: Claim): Promise<TextRecords> {
  const { name, value } = recordOf(claim);
  const records = await ctx.lookUpTexts(name);
  const outcome = 'failure' in records ? 'failed' : records.texts.includes(value) ? 'found' : 'missing';
  const key = outcome === 'found' ? await prepareDefaultConnection(ctx, claim.tenantId) : undefined;
  await transaction(ctx, async (ctx) => {
    const holder = await findExactHolder(ctx, claim.domain);
    const tenantIds = [claim.tenantId, ...(outcome === 'found' && holder ? [holder.tenantId] : [])];
    await lockTenants(ctx, tenantIds);
    await ctx.stillAllowed?.(ctx);
    const isProven = holder?.tenantId === claim.tenantId && holder.proven === 1;
    const isLookedAtAgain = outcome === 'found' || (outcome === 'failed' && isProven);
    const look = {
      checkedAt: ctx.now(),
      outcome,
      dueAt: isLookedAtAgain ? nextLook(ctx.now(), outcome) : 0,
    } as const;
    // Somebody else has looked, or deleted the claim, since this look began: that is newer.
    if (!(await recordLook(ctx.db, claim, look))) return;
    if (outcome === 'missing') await loseProof(ctx, claim);
    if (outcome !== 'found' || isProven) return;
    if (holder && holder.tenantId !== claim.tenantId && 'texts' in records) {
      await loseUnlessFound(ctx, { ...claim, tenantId: holder.tenantId }, records.texts);
    }
    if (!(await recordProof(ctx, claim, key))) {
      throw new ServiceError(
        'E111203',
        `domain: another tenant of the project already has ${claim.domain}. It must be removed there first`,
      );
    }
    const data = { change: 'domainVerified', domain: claim.domain };
    await recordAudit(ctx, { action: 'TenantModified', tenantId: claim.tenantId, data });
  });
  return records;
}

/** Ends the proof of the tenant that has the domain, if its record is not among the texts that another one’s was found in. */
async function loseUnlessFound(
  ctx: ProjectContext,
  key: Pick<Claim, 'projectId' | 'tenantId' | 'domain'>,
  texts: string[],
): Promise<void> {
  const other = await findClaim(ctx.db, key);
  if (!other || texts.includes(recordOf(other).value)) return;
  await recordLook(ctx.db, other, { checkedAt: ctx.now(), outcome: 'missing', dueAt: 0 });
  await loseProof(ctx, other);
}

async function loseProof(ctx: ProjectContext, { tenantId, domain }: Claim): Promise<void> {
  if (!(await endProof(ctx, { tenantId, domain }))) return;
  await recordAudit(ctx, {
    action: 'TenantModified',
    tenantId,
    data: { change: 'domainProofLost', domain },
  });
  const [tenant] = await findTenants(ctx, [tenantId]);
  const lost = { tenant: tenant?.name ?? '', domain };
  await writeToAdministrators(ctx, tenantId, { kind: 'domainLost', data: lost });
}
