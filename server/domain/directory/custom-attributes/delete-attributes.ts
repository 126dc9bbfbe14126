import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { listed } from '../../../core/names.ts';
import { transaction } from '../../../storage/transaction.ts';
import { recordAudit } from '../../project/audit/record.ts';
import type { AttributeDefinition, AttributeOwner } from './attribute.ts';
import { forgetDefinitions } from './load-attributes.ts';
import { deleteAttributeRows, listAttributes } from './store.ts';

/**
 * Deletes attributes, all or none, and returns the remaining ones. Their values are hidden and excluded from
 * filters at once, and are erased when the attributes of their record are written next. E111702 lists unknown
 * names.
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
      throw new ServiceError('E111702', `No custom attribute has the name ${listed(unknown)}`);
    for (const { name } of deleted)
      await recordAudit(ctx, { action: 'CustomAttributeDeleted', data: { of: owner, name } });
    return listAttributes(ctx.db, ctx.project.id, owner);
  });
  forgetDefinitions(ctx, owner);
  return left;
}
