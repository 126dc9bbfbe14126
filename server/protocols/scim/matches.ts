import type { AttributePath } from './attribute-path.ts';
import type { Comparison, Filter, FilterValue } from './filter.ts';
import { type Attribute, isObject, ownValue, type Resource } from './schema.ts';

/** Reports whether a resource, or an element of a list, fits a filter. Its keys are spelled as in the schema. */
export function matches(filter: Filter, resource: Resource): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => matches(part, resource));
    case 'or':
      return filter.parts.some((part) => matches(part, resource));
    case 'not':
      return !matches(filter.part, resource);
    case 'present':
      return valuesAt(resource, filter.path).length > 0;
    case 'element':
      return elementsAt(resource, filter.path).some(
        (element) => isObject(element) && matches(filter.part, element),
      );
    case 'compare': {
      const values = valuesAt(resource, filter.path);
      const attribute = comparedAttribute(filter.path);
      const { comparison, value } = filter;
      if (value === null)
        return comparison === 'ne' ? values.length > 0 : comparison === 'eq' && values.length === 0;
      if (comparison === 'ne') return !values.some((one) => compares(attribute, 'eq', one, value));
      return values.some((one) => compares(attribute, comparison, one, value));
    }
  }
}

/** Without a part, a comparison with a complex attribute means its `value` (RFC 7644 §3.4.2.2). */
function comparedAttribute({ attribute, sub }: AttributePath = {}): Attribute | undefined {
  if (sub) return sub;
  const value = attribute?.subAttributes?.find(({ name }) => name === 'value');
  return attribute?.type === 'complex' ? value : attribute;
}

function elementsAt(resource: Resource, path: AttributePath | undefined): unknown[] {
  if (!path) return [];
  const { extension, attribute } = path;
  const holder = extension ? resource[extension] : resource;
  if (!isObject(holder)) return [];
  if (!attribute) return [holder];
  const value = ownValue(holder, attribute.name);
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
}

/** Returns the simple values at a path, or complex ones if it names neither a part nor a value. */
export function valuesAt(resource: Resource, path: AttributePath | undefined): unknown[] {
  const elements = elementsAt(resource, path);
  const attribute = comparedAttribute(path);
  const part = path?.sub?.name ?? (path?.attribute?.type === 'complex' ? attribute?.name : undefined);
  const values =
    part === undefined ? elements : elements.flatMap((one) => (isObject(one) ? [one[part]] : []));
  return values.filter((one) => one !== undefined && one !== null && one !== '');
}

function compares(
  attribute: Attribute | undefined,
  comparison: Comparison,
  one: unknown,
  wanted: FilterValue,
): boolean {
  const type = attribute?.type;
  if (type === 'dateTime') return inOrder(comparison, Date.parse(String(one)), Date.parse(String(wanted)));
  if (typeof one === 'boolean' || typeof wanted === 'boolean') {
    return comparison === 'eq' && String(one).toLowerCase() === String(wanted).toLowerCase();
  }
  if (typeof one === 'number') return inOrder(comparison, one, Number(wanted));
  const fold = (text: unknown) => (attribute?.caseExact ? String(text) : String(text).toLowerCase());
  return inOrder(comparison, fold(one), fold(wanted));
}

function inOrder<T extends string | number>(comparison: Comparison, one: T, wanted: T): boolean {
  switch (comparison) {
    case 'eq':
      return one === wanted;
    case 'ne':
      return one !== wanted;
    case 'gt':
      return one > wanted;
    case 'ge':
      return one >= wanted;
    case 'lt':
      return one < wanted;
    case 'le':
      return one <= wanted;
    case 'co':
      return String(one).includes(String(wanted));
    case 'sw':
      return String(one).startsWith(String(wanted));
    case 'ew':
      return String(one).endsWith(String(wanted));
  }
}
