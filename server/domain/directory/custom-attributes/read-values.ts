import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { AttributeDefinition, AttributeOwner } from './attribute.ts';
import { attributeDefinitions, freshDefinitions } from './load-attributes.ts';
import { readValue } from './value.ts';

/**
 * Validates values given by attribute name, and returns them as they are stored and searched: by attribute ID.
 * Keeps `null`, which removes a value. E011004 names undefined attributes, or the attribute whose value is invalid.
 */
export async function readAttributeValues(
  ctx: ProjectContext,
  values: Record<string, unknown>,
  owner: AttributeOwner = 'user',
): Promise<Record<string, unknown>> {
  const given = Object.entries(values);
  if (given.length === 0) return {};
  const definitions = await definitionsFor(
    ctx,
    owner,
    given.map(([name]) => name),
  );
  return Object.fromEntries(
    given.map(([name, value]) => {
      const attribute = definitions.get(name) as AttributeDefinition;
      return [attribute.id, value === null ? null : readValue(attribute, value)];
    }),
  );
}

/**
 * Merges changes into stored values: drops values that the change removes, and values of deleted attributes. Part
 * of the transaction that locks the row, because definitions read outside of it can be older than the values.
 */
export async function mergeAttributeValues(
  ctx: ProjectContext,
  kept: Record<string, unknown>,
  changes: Record<string, unknown>,
  owner: AttributeOwner = 'user',
): Promise<Record<string, unknown>> {
  if (!ctx.db.isTransaction) throw new Error('values are merged in the transaction that stores them');
  const merged = Object.entries({ ...kept, ...changes }).filter(([, value]) => value !== null);
  if (merged.length === 0) return {};
  const defined = new Set((await attributeDefinitions(ctx, owner)).map((attribute) => attribute.id));
  return Object.fromEntries(merged.filter(([id]) => defined.has(id)));
}

/** Returns stored values by name for a response, without those of deleted attributes. */
export function namedAttributeValues(
  definitions: AttributeDefinition[],
  kept: Record<string, unknown>,
): Record<string, unknown> {
  const present = definitions.filter(({ id }) => Object.hasOwn(kept, id));
  return Object.fromEntries(present.map(({ id, name }) => [name, kept[id]]));
}

async function definitionsFor(
  ctx: ProjectContext,
  owner: AttributeOwner,
  names: string[],
): Promise<Map<string, AttributeDefinition>> {
  const known = byName(await attributeDefinitions(ctx, owner));
  if (names.every((name) => known.has(name))) return known;
  // Reload once, so that an attribute just defined on another instance can be used at once.
  const fresh = byName(await freshDefinitions(ctx, owner));
  const unknown = names.filter((name) => !fresh.has(name));
  if (unknown.length === 0) return fresh;
  const shown = unknown.slice(0, 10).map((name) => name.slice(0, 64));
  throw new ServiceError('E011004', `No custom attribute has the name ${shown.join(', ')}. Define it first`);
}

function byName(definitions: AttributeDefinition[]): Map<string, AttributeDefinition> {
  return new Map(definitions.map((attribute) => [attribute.name, attribute]));
}
