import type { Files } from './snapshot-files.ts';

export type State = 'added' | 'changed' | 'same';

export interface Comparison {
  path: string;
  state: State;
  before: unknown;
  after: unknown;
}

/** Returns what an import would do to each file. Leaves out what only the project has: an import deletes nothing. */
export function compareFiles(current: Files, wanted: Files): Comparison[] {
  return Object.entries(wanted)
    .map(([path, after]): Comparison => {
      const before = current[path];
      const rest = before === undefined ? before : withoutStaying(path, before, after);
      const state = before === undefined ? 'added' : isSame(rest, after) ? 'same' : 'changed';
      return { path, state, before, after };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Returns what only the project has and therefore stays: whole files, and entries of a file, such as `roles.json: Editor`. */
export function stayingIn(current: Files, wanted: Files): string[] {
  return Object.entries(current)
    .flatMap(([path, before]) => {
      if (!Object.hasOwn(wanted, path)) return [path];
      return listsIn(path).flatMap((list) =>
        stayingEntries(before, wanted[path], list).map((entry) => `${path}: ${nameOf(entry)}`),
      );
    })
    .sort();
}

/** The lists whose entries an import adds and changes one by one. All other lists are replaced as a whole. */
function listsIn(path: string): string[] {
  if (/^tenants\/[^/]+\.json$/.test(path)) return ['roles', 'ssoConnections'];
  const list = {
    'roles.json': 'roles',
    'permissions.json': 'permissions',
    'customAttributes/users.json': 'attributes',
    'customAttributes/ssoApplications.json': 'attributes',
    'signInPolicies.json': 'policies',
    'webhooks.json': 'webhooks',
  }[path];
  return list ? [list] : [];
}

function stayingEntries(before: unknown, after: unknown, list: string): Record<string, unknown>[] {
  const wanted = new Set(entriesOf(after, list).map(nameOf));
  return entriesOf(before, list).filter((entry) => !wanted.has(nameOf(entry)));
}

/** Returns what the import compares: a file that leaves out a list leaves it as it is. */
function withoutStaying(path: string, before: unknown, after: unknown): unknown {
  const isFile = (value: unknown) => typeof value === 'object' && value !== null;
  if (listsIn(path).length === 0 || !isFile(before) || !isFile(after)) return before;
  const rest = { ...(before as Record<string, unknown>) };
  for (const list of listsIn(path)) {
    const staying = stayingEntries(before, after, list);
    if (!Object.hasOwn(after as object, list)) delete rest[list];
    else if (staying.length > 0)
      rest[list] = entriesOf(before, list).filter((entry) => !staying.includes(entry));
  }
  return rest;
}

function entriesOf(file: unknown, list: string): Record<string, unknown>[] {
  const entries = (file as Record<string, unknown> | null)?.[list];
  return Array.isArray(entries) ? entries : [];
}

/** A connection has an ID, a policy the names of what it is for, and everything else a name. */
function nameOf({ id, name, tenantId, roleName, ssoAppId }: Record<string, unknown>): string {
  const subject = [tenantId, roleName, ssoAppId].filter(Boolean).join(' ');
  return String(id ?? name ?? (subject || 'project'));
}

/** Compares as JSON, ignoring the order of object keys. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every(
    (name) =>
      Object.hasOwn(other, name) &&
      isSame((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]),
  );
}
