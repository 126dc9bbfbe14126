import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { readInput, t } from '../../../http/schema.ts';
import { defineAttributes, type NewAttribute } from '../../directory/custom-attributes/define-attributes.ts';
import { attributeDefinitions } from '../../directory/custom-attributes/load-attributes.ts';
import { attributesFromWire, newAttribute } from '../../directory/custom-attributes/wire.ts';
import { createPermissions } from '../../directory/permissions/create-permissions.ts';
import { loadPermissions } from '../../directory/permissions/resolve-permissions.ts';
import { createRoles, type NewRole } from '../../directory/roles/create-roles.ts';
import { createTenant } from '../../directory/tenants/create-tenant.ts';
import { findAllTenantIds } from '../../directory/tenants/load-tenant.ts';
import type { DefinitionKind } from './definition-lists.ts';
import { loadAllRoles } from './usable.ts';

const text = () => t.optional(t.text({ maxLength: 1_024 }));
const texts = () => t.optional(t.list(t.text(), { maxItems: 10_000 }));

const permissionRecord = t.object({ name: t.text(), description: text() });

const roleRecord = t.object({
  name: t.text(),
  description: text(),
  tenantId: text(),
  permissionNames: texts(),
  default: t.optional(t.flag()),
  private: t.optional(t.flag()),
});

const tenantRecord = t.object({
  id: t.text(),
  name: t.text(),
  parent: t.optional(t.text({ aliases: ['parentTenantId'] })),
  selfProvisioningDomains: texts(),
  customAttributes: t.optional(t.map(t.any({ nullIsValue: true }))),
  disabled: t.optional(t.flag()),
});

/** Records as the file has them. */
export type Definitions = Record<DefinitionKind, unknown[]>;

export interface DefinitionsOutcome {
  created: Record<DefinitionKind, number>;
  /** Definitions that could not be created, and why. */
  problems: string[];
}

export const noDefinitions = (): Definitions => ({ permissions: [], tenants: [], roles: [], attributes: [] });

export function countDefinitions(definitions: Definitions): number {
  return Object.values(definitions).flat().length;
}

/**
 * Creates the permissions, tenants, roles and custom attributes that the project does not have. Existing ones stay as they are. One that
 * cannot be created is reported and stops no other.
 */
export async function createDefinitions(
  ctx: ProjectContext,
  definitions: Definitions,
): Promise<DefinitionsOutcome> {
  const outcome: DefinitionsOutcome = {
    created: { permissions: 0, tenants: 0, roles: 0, attributes: 0 },
    problems: [],
  };
  /** Creates each record whose key is not known. */
  const each = async <R extends object>(
    kind: DefinitionKind,
    known: Set<string>,
    read: (record: unknown) => R,
    keyOf: (record: R) => string,
    create: (record: R) => Promise<unknown>,
  ) => {
    for (const one of definitions[kind]) {
      const { name, id } = (one ?? {}) as Record<string, unknown>;
      try {
        const record = read(one);
        const key = keyOf(record);
        if (known.has(key)) continue;
        await create(record);
        known.add(key);
        outcome.created[kind] += 1;
      } catch (error) {
        if (!(error instanceof ServiceError) || error.status >= 500) throw error;
        outcome.problems.push(`${kind}, ${String(id ?? name ?? 'without a name')}: ${error.message}`);
      }
    }
    return known;
  };
  const permissions = await each(
    'permissions',
    new Set((await loadPermissions(ctx)).map(({ name }) => name)),
    (one) => readInput(permissionRecord, one),
    ({ name }) => name,
    (one) => createPermissions(ctx, [one]),
  );
  definitions.tenants.sort(byDepth(definitions.tenants));
  const tenants = await each(
    'tenants',
    new Set(await findAllTenantIds(ctx)),
    (one) => readInput(tenantRecord, one),
    ({ id }) => id,
    ({ parent, disabled = false, ...tenant }) =>
      createTenant(ctx, { ...tenant, ...(parent && { parentId: parent }), settings: { disabled } }),
  );
  await each(
    'roles',
    new Set((await loadAllRoles(ctx)).map(roleKey)),
    (one) => readInput(roleRecord, one),
    roleKey,
    async ({ permissionNames = [], default: isDefault, private: isPrivate, tenantId = '', ...role }) => {
      if (tenantId && !tenants.has(tenantId))
        throw new ServiceError('E011004', `The project has no tenant ${tenantId}`);
      const unknown = permissionNames.filter((name) => !permissions.has(name));
      if (unknown.length > 0)
        outcome.problems.push(`roles, ${role.name}: without unknown permissions: ${unknown.join(', ')}`);
      const names = permissionNames.filter((name) => permissions.has(name));
      const flags = { isDefault: isDefault ?? false, isPrivate: isPrivate ?? false };
      await createRoles(ctx, [{ ...role, ...flags, tenantId, permissionNames: names } satisfies NewRole]);
    },
  );
  await each(
    'attributes',
    new Set((await attributeDefinitions(ctx)).map(({ name }) => name)),
    (one): NewAttribute => {
      const { defaultValue, ...attribute } = readInput(newAttribute, one);
      // An empty text stands for no value, also where the type is not text.
      const given = defaultValue === '' ? attribute : { ...attribute, defaultValue };
      return attributesFromWire({ attributes: [given] })[0]!;
    },
    ({ name }) => name,
    (one) => defineAttributes(ctx, 'user', [one]),
  );
  return outcome;
}

function roleKey({ name, tenantId = '' }: { name: string; tenantId?: string }): string {
  return JSON.stringify([tenantId, name]);
}

/** Orders tenants so that a parent comes before its sub-tenants. */
function byDepth(tenants: unknown[]): (one: unknown, other: unknown) => number {
  const parents = new Map(
    tenants.map((one) => {
      const { id, parent } = (one ?? {}) as Record<string, unknown>;
      return [id, parent];
    }),
  );
  const depthOf = (one: unknown) => {
    let depth = 0;
    // A cycle ends, too.
    for (let id = (one as { parent?: unknown } | null)?.parent; id && depth <= tenants.length; depth += 1)
      id = parents.get(id);
    return depth;
  };
  const depths = new Map(tenants.map((one) => [one, depthOf(one)]));
  return (one, other) => depths.get(one)! - depths.get(other)!;
}
