import { event } from '../../../core/event.ts';

/** The transaction has locked these roles and deletes them next. Foreign keys take them from everybody who holds them. */
export const rolesDeleting = event<{ roleIds: string[] }>('rolesDeleting');
