import { event } from '../../../core/event.ts';

/** An SSO connection is about to be deleted. The transaction has locked the tenant. */
export const connectionDeleting = event<{ tenantId: string; connectionId: string }>('connectionDeleting');
