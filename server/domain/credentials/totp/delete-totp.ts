import type { ProjectContext } from '../../../core/context.ts';
import { deleteTotpOf } from './store.ts';

/**
 * Takes a user's authenticator away, and an enrolment that is not finished, so that an old code cannot bring one back.
 * Part of the transaction that holds the user. That there is none is no error.
 */
export function deleteTotp(ctx: ProjectContext, userId: string): Promise<void> {
  return deleteTotpOf(ctx.db, ctx.project.id, userId);
}
