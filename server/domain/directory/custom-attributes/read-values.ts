import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { AttributeDefinition, AttributeOwner } from './attribute.ts';
import { attributeDefinitions, freshDefinitions } from './load-attributes.ts';
import { readValue } from './value.ts';

/**
 * Checks values that somebody gives by name, and returns them as they are kept and searched for: by the attribute's
 * ID. `null` stays `null`, which removes. E011004 names the attributes that are not defined, or what one must be.
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
 * What is kept after a change: without what it removes, and without values of attributes that have been deleted. Part
 * of the transaction that holds the row: what one sees of attributes outside of it can be older than the values.
 */
export async function mergeAttributeValues(
  ctx: ProjectContext,
  kept: Record<string, unknown>,
  changes: Record<string, unknown>,
  owner: AttributeOwner = 'user',
): Promise<Record<string, unknown>> {
  if (!ctx.db.isTransaction) throw new Error('values are merged in the transaction that keeps them');
  const merged = Object.entries({ ...kept, ...changes }).filter(([, value]) => value !== null);
  if (merged.length === 0) return {};
  const defined = new Set((await attributeDefinitions(ctx, owner)).map((attribute) => attribute.id));
  return Object.fromEntries(merged.filter(([id]) => defined.has(id)));
}

/** Kept values by name, for answers: without those of attributes that have been deleted. */
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
  // One that another instance has just defined can be used at once.
  const fresh = byName(await freshDefinitions(ctx, owner));
  const unknown = names.filter((name) => !fresh.has(name));
  if (unknown.length === 0) return fresh;
  const shown = unknown.slice(0, 10).map((name) => name.slice(0, 64));
  throw new ServiceError('E011004', `There is no custom attribute with the name ${shown.join(', ')}`);
}

function byName(definitions: AttributeDefinition[]): Map<string, AttributeDefinition> {
  return new Map(definitions.map((attribute) => [attribute.name, attribute]));
}
