import type { ServiceContext } from '../../../core/context.ts';
import { transaction } from '../../../storage/transaction.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { enterAsSweeper } from '../../project/projects/enter-project.ts';
import { deleteAbandoned, deleteExpired } from './store.ts';

/** The number of abandoned sign-ins that one sweep of one instance records. */
const batchSize = 1_000;

/** Deletes expired sessions. A sign-in that waited for its second factor in vain is recorded. */
export async function deleteExpiredSessions(ctx: ServiceContext): Promise<void> {
  await recordAbandoned(ctx);
  await deleteExpired(ctx.db, ctx.now());
}

/** The statement that deletes such a session decides which instance records it. */
async function recordAbandoned(service: ServiceContext): Promise<void> {
  await transaction(service, async (service) => {
    for (const { projectId, userId, amr } of await deleteAbandoned(service.db, service.now(), batchSize)) {
      const ctx = await enterAsSweeper(service, projectId);
      if (!ctx) continue;
      await recordAudit(ctx, {
        action: 'LoginFailed',
        userId: userId ?? '',
        method: 'mfa',
        data: { cause: 'abandoned', proven: JSON.parse(amr) as string[] },
      });
    }
  });
}
