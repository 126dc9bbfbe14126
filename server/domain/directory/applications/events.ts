import { event } from '../../../core/event.ts';

/** The transaction has locked this SSO application and deletes it next. Foreign keys take it from its users. */
export const ssoAppDeleting = event<{ ssoAppId: string }>('ssoAppDeleting');

/** An application was deleted. Third-party applications have their reference as ID (`refOf`). */
export const applicationDeleted = event<{ appId: string }>('applicationDeleted');
