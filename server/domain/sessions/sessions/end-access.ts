import type { ProjectContext } from '../../../core/context.ts';
import { endSessionsOf } from './end-session.ts';
import { voidExchangeCodes } from './exchange-code.ts';

/** Ends all sessions of a user, and voids the codes of finished sign-ins that no application has exchanged yet. */
export async function endAccess(ctx: ProjectContext, { userId }: { userId: string }): Promise<void> {
  await voidExchangeCodes(ctx, userId);
  await endSessionsOf(ctx, userId);
}
