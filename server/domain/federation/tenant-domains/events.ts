import { event } from '../../../core/event.ts';

/** A look at the DNS record of a proven domain found none, so the domain is the tenant’s no longer. */
export const proofLost = event<{ tenantId: string; domain: string }>('proofLost');
