import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { transaction } from '../../../storage/transaction.ts';
import { defaultConnectionId } from '../../directory/tenants/tenant.ts';
import { claimDomain, deletePendingClaim } from '../tenant-domains/claim-domain.ts';
import { loadDomains } from '../tenant-domains/load-domains.ts';
import { isPending, isPendingByLink, recordOf, type TenantDomain } from '../tenant-domains/tenant-domain.ts';
import { verifyDomain } from '../tenant-domains/verify-domain.ts';
import type { OpenSetup } from './setup-link.ts';

/** A domain as the setup page shows it. */
export interface SetupDomain {
  domain: string;
  isVerified: boolean;
  /** The DNS record, while the claim waits for it. */
  record?: { type: string; name: string; value: string };
  lastLook: '' | 'found' | 'missing' | 'failed';
  mayBeRemoved: boolean;
}

/** Reports whether the page offers claims: a proven domain belongs to the default connection. */
export function offersClaims({ link, loaded }: OpenSetup): boolean {
  const { ssoDomains } = loaded.tenant.settings.ssoSetupSuite.disabledFeatures;
  return link.connectionId === defaultConnectionId && !ssoDomains;
}

/** Loads the claims of the tenant and the domains of this connection, or only the latter if the page offers no claims. */
export async function setupDomains(ctx: ProjectContext, setup: OpenSetup): Promise<SetupDomain[]> {
  const { domains } = setup.loaded;
  if (!offersClaims(setup)) return domains.map((domain) => shown(setup, { domain, isVerified: true }));
  const all = await loadDomains(ctx, setup.link.tenantId);
  return all
    .filter(({ domain, claim }) => claim || domains.includes(domain))
    .map((domain) => shown(setup, domain));
}

function shown(
  { link }: Pick<OpenSetup, 'link'>,
  { domain, isVerified, claim }: Pick<TenantDomain, 'domain' | 'isVerified' | 'claim'>,
): SetupDomain {
  return {
    domain,
    isVerified,
    ...(claim && !isVerified && { record: recordOf(claim) }),
    lastLook: claim?.outcome ?? '',
    mayBeRemoved: claim !== undefined && !isVerified && (link.held ? isPendingByLink : isPending)(claim),
  };
}

/** Claims a domain for the tenant. Throws E011004 for a domain that no organization can have, or too many claims. */
export async function claimOnPage(ctx: ProjectContext, setup: OpenSetup, domain: string): Promise<void> {
  requireClaims(setup);
  await transaction({ ...ctx, actor: setup.actor }, async (ctx) => {
    await setup.confirm(ctx);
    await claimDomain(ctx, setup.link.tenantId, domain);
  });
}

/** Looks for the record of a claim that waits for it. The page looks at no proof, because a look can end it. Returns the texts that were found. */
export async function checkOnPage(ctx: ProjectContext, setup: OpenSetup, domain: string): Promise<string[]> {
  requireClaims(setup);
  const acting = { ...ctx, actor: setup.actor };
  const known = (await setupDomains(ctx, setup)).find((one) => one.domain === domain);
  if (!known?.record) return [];
  await setup.confirm(acting);
  return (await verifyDomain(acting, setup.link.tenantId, domain)).texts;
}

/** Removes a claim that waits for its record. Does nothing if there is no such claim, or the page may not remove it. */
export async function removeOnPage(ctx: ProjectContext, setup: OpenSetup, domain: string): Promise<void> {
  requireClaims(setup);
  await transaction({ ...ctx, actor: setup.actor }, async (ctx) => {
    await setup.confirm(ctx);
    const byLinkOnly = setup.link.held !== undefined;
    await deletePendingClaim(ctx, setup.link.tenantId, domain, { byLinkOnly });
  });
}

function requireClaims(setup: OpenSetup): void {
  if (offersClaims(setup)) return;
  throw new ServiceError('E011004', 'domain: this page does not offer domains for the connection');
}
