import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { transaction } from '../../../storage/transaction.ts';
import { recordAudit } from '../../project/audit/record.ts';
import type { AttributeDefinition, AttributeOwner } from './attribute.ts';
import { forgetDefinitions } from './load-attributes.ts';
import { deleteAttributeRows, listAttributes } from './store.ts';

/**
 * Deletes attributes, all or none, and returns those that are left. Their values cannot be seen or filtered by from
 * then on, and leave a record the next time that its attributes are written. E111702 names those that do not exist.
 */
export async function deleteAttributes(
  ctx: ProjectContext,
  owner: AttributeOwner,
  names: string[],
): Promise<AttributeDefinition[]> {
  const left = await transaction(ctx, async (ctx) => {
    const deleted = await deleteAttributeRows(ctx.db, ctx.project.id, owner, names);
    const found = new Set(deleted.map((attribute) => attribute.name));
    const unknown = [...new Set(names)].filter((name) => !found.has(name));
    if (unknown.length > 0)
      throw new ServiceError('E111702', `There is no custom attribute with the name ${unknown.join(', ')}`);
    for (const { name } of deleted)
      await recordAudit(ctx, { action: 'CustomAttributeDeleted', data: { of: owner, name } });
    return listAttributes(ctx.db, ctx.project.id, owner);
  });
  forgetDefinitions(ctx, owner);
  return left;
}
