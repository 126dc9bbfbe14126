import type { AttributePath } from '../../../protocols/scim/attribute-path.ts';
import { type Filter, parseFilter } from '../../../protocols/scim/filter.ts';
import { isObject, resourceTypes } from '../../../protocols/scim/schema.ts';
import { userIdPattern } from '../../directory/users/user.ts';

// A kept request names what the directory asked for and contains no value that it sent: filters and bodies have names and addresses, and a
// faulty client puts them anywhere.

const omitted = '…';
const groupIdPattern = /^G[0-9A-Za-z]{27}$/;
const endpoints = [
  ...['Users', 'Groups', 'Bulk', 'Me', '.search', 'ServiceProviderConfig', 'ResourceTypes', 'Schemas'],
];
const parameters = [
  ...['filter', 'sortBy', 'sortOrder', 'startIndex', 'count', 'cursor', 'attributes', 'excludedAttributes'],
];
const types = resourceTypes([]);

/** Returns the path of a request below `/scim/v2`, with the conditions of a search, and without values. */
export function describeRequest(path: string[], search: unknown): string {
  const [endpoint = '', id, ...more] = path;
  const parts = [endpoint === '' ? '' : knownOr(endpoints, endpoint)];
  if (id !== undefined) parts.push(describeId(id));
  if (more.length > 0) parts.push(omitted);
  const type = endpoint === 'Groups' ? types.Group : types.User;
  const query = isObject(search)
    ? Object.entries(search).flatMap(([name, value]) => {
        if (!parameters.includes(name)) return [];
        return `${name}=${name === 'filter' ? describeFilter(value, type) : describeValue(value)}`;
      })
    : [];
  return `/${parts.join('/')}${query.length > 0 ? `?${query.join('&')}` : ''}`.slice(0, maxLength);
}

const maxLength = 500;

function knownOr(known: string[], text: string): string {
  return known.includes(text) ? text : omitted;
}

function describeId(id: string): string {
  return id === '.search' || userIdPattern.test(id) || groupIdPattern.test(id) ? id : omitted;
}

function describeValue(value: unknown): string {
  return /^[0-9]{1,9}$/.test(String(value)) ? String(value) : omitted;
}

function describeFilter(filter: unknown, type: (typeof types)['User']): string {
  if (typeof filter !== 'string') return omitted;
  try {
    return say(parseFilter(type, filter));
  } catch {
    return omitted;
  }
}

function say(filter: Filter): string {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.parts
        .map((part) => (part.kind === 'or' ? `(${say(part)})` : say(part)))
        .join(` ${filter.kind} `);
    case 'not':
      return `not (${say(filter.part)})`;
    case 'present':
      return `${sayPath(filter.path)} pr`;
    case 'element':
      return `${sayPath(filter.path)}[${say(filter.part)}]`;
    case 'compare':
      return `${sayPath(filter.path)} ${filter.comparison} ${typeof filter.value === 'boolean' ? filter.value : omitted}`;
  }
}

function sayPath(path: AttributePath | undefined): string {
  const name = [path?.attribute?.name, path?.sub?.name].filter(Boolean).join('.');
  return name || omitted;
}
