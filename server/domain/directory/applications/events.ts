import { event } from '../../../core/event.ts';

/** An application was deleted. Third-party applications have their reference as ID (`refOf`). */
export const applicationDeleted = event<{ appId: string }>('applicationDeleted');
