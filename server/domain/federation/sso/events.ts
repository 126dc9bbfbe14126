import { event, question } from '../../../core/event.ts';

/** An SSO connection is about to be deleted. The transaction has locked the tenant. */
export const connectionDeleting = event<{ tenantId: string; connectionId: string }>('connectionDeleting');

/**
 * Asks whether the tenant's directory has deactivated the person whom an identity provider names: by the address, which can be empty, or
 * by one of the names.
 */
export const directoryDeactivation = question<
  { tenantId: string; address: string; names: string[] },
  boolean
>('directoryDeactivation');
