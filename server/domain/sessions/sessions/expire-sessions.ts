import type { ServiceContext } from '../../../core/context.ts';
import { transaction } from '../../../storage/transaction.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { enterAsSweeper } from '../../project/projects/enter-project.ts';
import { deleteAbandoned, deleteExpired, listAbandoned } from './store.ts';

/** The number of abandoned sign-ins that one sweep of one instance records. */
const batchSize = 1_000;

/** Deletes expired sessions. A sign-in that waited for its second factor in vain is recorded. */
export async function deleteExpiredSessions(ctx: ServiceContext): Promise<void> {
  await recordAbandoned(ctx);
  await deleteExpired(ctx.db, ctx.now());
}

/** A transaction for each project, because the rows of two projects can be on two nodes. */
async function recordAbandoned(service: ServiceContext): Promise<void> {
  const found = await listAbandoned(service.db, service.now(), batchSize);
  for (const [projectId, sessions] of Map.groupBy(found, (session) => session.projectId)) {
    await transaction(service, async (service) => {
      const ctx = await enterAsSweeper(service, projectId);
      for (const { id } of sessions) {
        // The statement that deletes a session decides which instance records it.
        const deleted = await deleteAbandoned(service.db, projectId, id);
        if (!deleted || !ctx) continue;
        await recordAudit(ctx, {
          action: 'LoginFailed',
          userId: deleted.userId ?? '',
          method: 'mfa',
          data: { cause: 'abandoned', proven: JSON.parse(deleted.amr) as string[] },
        });
      }
    });
  }
}
