import type { AttributePath } from '../../../protocols/scim/attribute-path.ts';
import type { Comparison, Filter, FilterValue } from '../../../protocols/scim/filter.ts';

/** A comparison, as an index reads it. `name`: the attribute, with its part unless this is `value`. */
export interface Condition {
  name: string;
  comparison: Comparison;
  value: Exclude<FilterValue, null>;
}

/** Finds the IDs of everything that can fit a condition. `undefined`: no index has it, or it finds too many. */
export type Lookup = (condition: Condition) => Promise<string[] | undefined>;

/**
 * Finds the IDs of everything that can fit a filter, in order, if an index has them. Of several conditions that must all be true, the first
 * one counts for which a lookup finds some: lookups that find few come first.
 */
export async function findCandidates(filter: Filter, lookups: Lookup[]): Promise<string[] | undefined> {
  for (const lookup of lookups) {
    const found = await candidatesFor(filter, lookup, lookups);
    if (found) return [...new Set(found)].sort();
  }
  return undefined;
}

async function candidatesFor(filter: Filter, lookup: Lookup, all: Lookup[]): Promise<string[] | undefined> {
  switch (filter.kind) {
    case 'and':
      for (const part of filter.parts) {
        const found = await candidatesFor(part, lookup, all);
        if (found) return found;
      }
      return undefined;
    case 'or': {
      const found: string[] = [];
      for (const part of filter.parts) {
        const ids = await findCandidates(part, all);
        if (!ids) return undefined;
        found.push(...ids);
      }
      return found;
    }
    case 'compare': {
      const { comparison, value } = filter;
      const name = nameOf(filter.path);
      return name === undefined || value === null ? undefined : lookup({ name, comparison, value });
    }
    case 'element': {
      const value = valueOfElement(filter.part);
      const isList = filter.path?.attribute && !filter.path.extension && !filter.path.sub;
      if (value === undefined || !isList) return undefined;
      return lookup({ name: filter.path?.attribute?.name ?? '', comparison: 'eq', value });
    }
    default:
      return undefined;
  }
}

function nameOf(path: AttributePath | undefined): string | undefined {
  if (!path?.attribute || path.extension) return undefined;
  const { attribute, sub } = path;
  return sub && sub.name !== 'value' ? `${attribute.name}.${sub.name}` : attribute.name;
}

function valueOfElement(filter: Filter): string | undefined {
  if (filter.kind === 'and') return filter.parts.map(valueOfElement).find((value) => value !== undefined);
  const isValue =
    filter.kind === 'compare' && filter.comparison === 'eq' && filter.path?.attribute?.name === 'value';
  return isValue && typeof filter.value === 'string' ? filter.value : undefined;
}
