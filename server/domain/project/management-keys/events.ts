import { event } from '../../../core/event.ts';

/** A key limited to these tenants is about to be created. A handler refuses unknown tenants. */
export const tenantKeyCreating = event<{ tenantIds: string[] }>('tenantKeyCreating');
