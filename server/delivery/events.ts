import type { ServiceContext } from '../core/context.ts';
import { event, question } from '../core/event.ts';

export interface QueuedLogout {
  projectId: string;
  /** Identical for each attempt. */
  id: string;
  appId: string;
  userId: string;
  /** JSON, as the group wrote it that queued the logout. */
  content: string;
}

/** Asks for the logout token of an attempt. The answer is `undefined` if the application no longer wants it. */
export const logoutToken = question<QueuedLogout, { url: string; token: string } | undefined, ServiceContext>(
  'logoutToken',
);

/** An application could not be notified of a logout. */
export const logoutLost = event<{ logout: QueuedLogout; reason: string }, ServiceContext>('logoutLost');
