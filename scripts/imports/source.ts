import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { type Habits, readHabits } from './habits.ts';
import { type Queries, readQueries } from './queries.ts';

/** The facts about a source file that the rules need. */
export interface SourceFile {
  /** From the root of the project, with slashes. */
  path: string;
  lineCount: number;
  imports: Import[];
  environmentLines: number[];
  wallClockLines: number[];
  queries: Queries;
  habits: Habits;
  /** The README.md beside a group.ts. */
  readme?: string;
  /** Comparisons with the status of a disabled user, and uses of what decides about sessions and their tenants, by name. */
  decisions: { name: string; line: number }[];
  /** Lists of at least two texts. `name` is that of the constant which is nothing but the list. */
  lists: { values: string[]; name: string | undefined; line: number }[];
  onlyReexports: boolean;
  isGenerated: boolean;
}

export interface Import {
  specifier: string;
  line: number;
  /** Erased before the file runs. */
  typeOnly: boolean;
  /** Path of the imported file if it is one of ours. */
  target: string | undefined;
}

/** Names of the facts that decide whether a session is alive, and which tenants it reaches. */
const decisive = new Set<unknown>([
  ...['findSessionRow', 'holdSessionRow', 'takeSessionRow', 'endOf', 'userStatus', 'justStored'],
  'enforcesSso',
]);

export const sourceFolders = ['server', 'client', 'console', 'test', 'bench', 'scripts'];

export function readSources(root: string): SourceFile[] {
  const paths = sourceFolders.flatMap((folder) => listSources(root, folder));
  const known = new Set(paths);
  return paths.map((path) => {
    const source = readSource(path, readFileSync(join(root, path), 'utf8'), known);
    const readme = path.endsWith('/group.ts') && readText(join(root, posix.dirname(path), 'README.md'));
    return { ...source, ...(readme && { readme }) };
  });
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

export function listSources(root: string, folder: string): string[] {
  let entries: string[];
  try {
    entries = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
  return entries
    .filter((entry) => /\.tsx?$/.test(entry) && !/(^|\/)(node_modules|dist)\//.test(entry))
    .map((entry) => posix.join(folder, entry))
    .sort();
}

function readSource(path: string, text: string, known: Set<string>): SourceFile {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
  const lineAt = (offset: number): number => ends.findLastIndex((end) => end < offset) + 2;
  const imports: Import[] = [];
  const environmentLines: number[] = [];
  const wallClockLines: number[] = [];
  const decisions: { name: string; line: number }[] = [];
  const lists: SourceFile['lists'] = [];
  const namesOfLists = new Map<object, string>();
  const decide = (node: { start: number }, named: Named): void => {
    const name = nameOf(named);
    if (decisive.has(name)) decisions.push({ name: name as string, line: lineAt(node.start) });
  };
  const addImport = (node: { start: number }, specifier: string, typeOnly: boolean): void => {
    imports.push({ specifier, typeOnly, line: lineAt(node.start), target: resolve(path, specifier, known) });
  };

  new Visitor({
    ImportDeclaration(node) {
      addImport(node, node.source.value, node.importKind === 'type');
      const takesEnv = node.specifiers.some(
        (entry) => entry.type === 'ImportSpecifier' && nameOf(entry.imported) === 'env',
      );
      if (/^(node:)?process$/.test(node.source.value) && takesEnv) environmentLines.push(lineAt(node.start));
    },
    ExportNamedDeclaration(node) {
      if (node.source) addImport(node, node.source.value, node.exportKind === 'type');
    },
    ExportAllDeclaration(node) {
      addImport(node, node.source.value, node.exportKind === 'type');
    },
    ImportExpression(node) {
      if (node.source.type === 'Literal' && typeof node.source.value === 'string') {
        addImport(node, node.source.value, false);
      }
    },
    TSImportType(node) {
      addImport(node, node.source.value, true);
    },
    BinaryExpression(node) {
      if (!/^[!=]==?$/.test(node.operator)) return;
      for (const side of [node.left, node.right]) {
        if (side.type === 'Literal' && side.value === 'disabled')
          decisions.push({ name: 'disabled', line: lineAt(node.start) });
      }
    },
    ImportSpecifier(node) {
      decide(node, node.imported);
    },
    Property(node) {
      // As a pattern, it reads; in an object, it is checked by the type.
      if (node.shorthand) decide(node, node.key);
    },
    MemberExpression(node) {
      decide(node, node.property);
      if (isMember(node, 'process', 'env')) environmentLines.push(lineAt(node.start));
      if (isMember(node, 'Date', 'now')) wallClockLines.push(lineAt(node.start));
    },
    ArrayExpression(node) {
      const values = node.elements.map((element) =>
        element?.type === 'Literal' ? element.value : undefined,
      );
      if (values.length < 2 || !values.every((value) => typeof value === 'string')) return;
      lists.push({ values, name: namesOfLists.get(node), line: lineAt(node.start) });
    },
    VariableDeclarator(node) {
      const list = node.init?.type === 'TSAsExpression' ? node.init.expression : node.init;
      if (list?.type === 'ArrayExpression') namesOfLists.set(list, String(nameOf(node.id)));
      const isEnvironment =
        node.init?.type === 'Identifier' &&
        node.init.name === 'process' &&
        node.id.type === 'ObjectPattern' &&
        node.id.properties.some((property) => property.type === 'Property' && nameOf(property.key) === 'env');
      if (isEnvironment) environmentLines.push(lineAt(node.start));
    },
    NewExpression(node) {
      if (nameOf(node.callee) === 'Date' && node.arguments.length === 0)
        wallClockLines.push(lineAt(node.start));
    },
    CallExpression(node) {
      if (nameOf(node.callee) === 'Date') wallClockLines.push(lineAt(node.start));
    },
  }).visit(program);

  return {
    path,
    lineCount: text.trimEnd().split('\n').length,
    imports,
    environmentLines,
    wallClockLines,
    queries: path.startsWith('server/') ? readQueries(program, lineAt) : { uses: [], writes: [], owned: [] },
    habits: readHabits({ program, comments }, lineAt),
    decisions,
    lists,
    onlyReexports: program.body.length > 0 && program.body.every(isImportOrReexport),
    isGenerated: /(^|[/.])generated([/.]|$)/.test(path) || /\bgenerated by\b/i.test(text.slice(0, 500)),
  };
}

function isImportOrReexport(statement: { type: string; declaration?: unknown }): boolean {
  if (statement.type === 'ExportNamedDeclaration') return statement.declaration === null;
  return statement.type === 'ImportDeclaration' || statement.type === 'ExportAllDeclaration';
}

interface Named {
  type: string;
  name?: unknown;
  value?: unknown;
}

function nameOf(node: Named): unknown {
  return node.type === 'Identifier' ? node.name : node.type === 'Literal' ? node.value : undefined;
}

function isMember(node: { object: Named; property: Named }, object: string, property: string): boolean {
  return (
    node.object.type === 'Identifier' && node.object.name === object && nameOf(node.property) === property
  );
}

function resolve(from: string, specifier: string, known: Set<string>): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const target = posix.join(posix.dirname(from), specifier);
  // The console's bundler also resolves imports without an extension.
  return [target, `${target}.ts`, `${target}.tsx`].find((path) => known.has(path));
}
