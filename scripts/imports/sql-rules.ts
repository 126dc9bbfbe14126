import { areaOf } from './folders.ts';
import type { Import, SourceFile } from './source.ts';
import type { Violation } from './violation.ts';

const stores = /^server\/(domain\/([^/]+\/){2,}|delivery\/([^/]+\/)*)store(-[\w-]+)?\.ts$/;
/** Parts of queries for the stores of several groups. They run none. */
const parts = /^server\/domain\/([^/]+\/){2,}query-[\w-]+\.ts$/;
const storage = /^server\/storage\//;

/** The files that write tables of other groups, with the reason. */
const exceptions = new Map([
  ['server/domain/administration/transfer/store.ts', 'loads the rows of a project file into every table'],
  ['server/domain/administration/instance/store.ts', 'deletes the rows of a project from every table'],
]);

/** The table of the search index that is another one on each engine, so that the types of tables do not name it. */
const ofSearchIndex = [['searchTexts', 'domain/directory/users'] as const];

/** Updates that change nothing, because in one statement they lock the row that another group's record leads to. */
const locks = new Set(['users in server/domain/sessions/sessions/store-codes.ts']);

/** Reports SQL outside stores, in whatever way it is written, and what may not import a store. */
export function checkQueries({ path, imports, queries }: SourceFile): Violation[] {
  if (!path.startsWith('server/') || areaOf(path) === 'tools' || storage.test(path)) return [];
  return [
    ...imports.flatMap((imported) => importViolations(path, imported)),
    ...(stores.test(path) || parts.test(path) ? [] : firstOfLines(queries.uses)).map(({ name, line }) => ({
      path,
      line,
      message: `${name} is SQL outside a store. Move the query to the group's store.ts or store-<subject>.ts, or what several groups' stores select to a query-<subject>.ts`,
    })),
  ];
}

/** Several calls of one query are one finding. */
function firstOfLines<T extends { line: number }>(found: readonly T[]): T[] {
  return found.filter(({ line }, index) => found.findIndex((other) => other.line === line) === index);
}

function importViolations(path: string, { specifier, target, typeOnly, line }: Import): Violation[] {
  const messages: string[] = [];
  if (/^kysely(\/|$)/.test(specifier) && !typeOnly && !stores.test(path) && !parts.test(path))
    messages.push(
      "SQL belongs in storage/ and in a group's store.ts or store-<subject>.ts. Move the query there (import type is free)",
    );
  if (target && stores.test(target) && areaOf(target) !== areaOf(path) && !isInDomain(path))
    messages.push(`${target} is private to its group. Call an operation of that group instead`);
  if (target && parts.test(target) && !typeOnly && !stores.test(path) && !parts.test(path))
    messages.push(`only a store may import ${target}, because it builds parts of queries. Ask a store`);
  return messages.map((message) => ({ path, line, message }));
}

/** There the rule of folders says it. */
function isInDomain(path: string): boolean {
  return path.startsWith('server/domain/');
}

/** Each table is written by the group that names it in its group.ts, which so keeps its invariants. Every group may read it. */
export function checkOwners(files: readonly SourceFile[]): Violation[] {
  const owners = new Map([
    ...ofSearchIndex,
    ...files.flatMap(({ path, queries }) =>
      path.endsWith('/group.ts') ? queries.owned.map((name) => [name, areaOf(path)] as const) : [],
    ),
  ]);
  return files.flatMap(({ path, queries }) => {
    const area = areaOf(path);
    if (!path.startsWith('server/') || area === 'tools' || storage.test(path) || exceptions.has(path))
      return [];
    return queries.writes.flatMap(({ name, line }) => {
      const owner = owners.get(name);
      if (owner === area || locks.has(`${name} in ${path}`)) return [];
      return [{ path, line, message: messageOf(name, owner) }];
    });
  });
}

function messageOf(table: string, owner: string | undefined): string {
  if (table === '?')
    return 'writes a table whose name is a value of another file. Name the tables here, as constants or as a type';
  return owner
    ? `the table ${table} belongs to ${owner}. Call an operation of that group, or add one there`
    : `no group names the table ${table}. Add it to \`tables\` in the group's group.ts`;
}
