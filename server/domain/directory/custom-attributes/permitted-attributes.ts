import type { ProjectContext } from '../../../core/context.ts';
import type { AttributeDefinition } from './attribute.ts';
import { attributeDefinitions } from './load-attributes.ts';

/** The uses of an attribute that can need a permission. */
export type AttributeUse = 'viewPermissions' | 'editPermissions';

/** Reports whether a holder of these permissions may see or change the values: an attribute that names none is open. */
export function isPermitted(
  attribute: Pick<AttributeDefinition, AttributeUse>,
  use: AttributeUse,
  permissions: readonly string[],
): boolean {
  const needed = attribute[use];
  return needed.length === 0 || needed.some((name) => permissions.includes(name));
}

/** Returns the names of the users' attributes whose values the caller may not see. Only administrators of tenants are limited. */
export async function hiddenAttributes(ctx: ProjectContext): Promise<Set<string>> {
  const { tenantAdministrator } = ctx;
  if (!tenantAdministrator) return new Set();
  const { permissions } = tenantAdministrator;
  const hidden = (await attributeDefinitions(ctx)).filter(
    (attribute) => !isPermitted(attribute, 'viewPermissions', permissions),
  );
  return new Set(hidden.map(({ name }) => name));
}
