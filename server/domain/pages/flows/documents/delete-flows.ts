import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { listed } from '../../../../core/names.ts';
import { afterCommit, transaction } from '../../../../storage/transaction.ts';
import { recordAudit } from '../../../project/audit/record.ts';
import { flows as builtIn } from '../definitions/flows.ts';
import { forgetFlows, readFlows } from './load-flows.ts';
import { emptyFlow } from './store-flows.ts';

/**
 * Deletes flows, all or none. A changed built-in flow goes back to the original. Throws E102001 for a flow that does not exist, and E011004
 * for a built-in one that is unchanged.
 */
export async function deleteFlows(ctx: ProjectContext, ids: string[]): Promise<void> {
  await transaction(ctx, async (ctx) => {
    const before = await readFlows(ctx);
    const unique = [...new Set(ids)];
    const unknown = unique.filter((id) => !before.has(id));
    if (unknown.length > 0)
      throw new ServiceError(
        'E102001',
        `ids: the project has no flow ${listed(unknown)}. Nothing was deleted`,
      );
    const original: string[] = [];
    for (const id of unique)
      if (!(await emptyFlow(ctx.db, { projectId: ctx.project.id, id }, ctx.now()))) original.push(id);
    if (original.length > 0) throw stillBuiltIn(original);
    for (const id of unique)
      await recordAudit(ctx, {
        action: 'FlowDeleted',
        data: { id, name: before.get(id)?.name, builtIn: builtIn.has(id) },
      });
    afterCommit(() => forgetFlows(ctx));
  });
}

function stillBuiltIn(ids: string[]): ServiceError {
  return new ServiceError(
    'E011004',
    `ids: ${listed(ids)} cannot be deleted, because it is built in and unchanged. Import it with disabled: true to switch it off`,
  );
}
