import { type ESTree, Visitor } from 'vite';

/** Facts about the use of the database in a file. */
export interface Queries {
  /** Parts of queries that it builds, and uses of the database itself. */
  uses: { name: string; line: number }[];
  /** Tables that it inserts into, updates or deletes from; '?' where the name is a value of another file. */
  writes: { name: string; line: number }[];
  /** The tables that a group says it writes (`tables` in its group.ts). */
  owned: string[];
}

/** Methods of kysely that nothing else has. */
const builders = new Set(
  [
    'selectFrom selectNoFrom insertInto replaceInto updateTable deleteFrom mergeInto withRecursive',
    'innerJoin leftJoin rightJoin fullJoin crossJoin onRef whereRef onConflict returningAll',
    'execute executeTakeFirst executeTakeFirstOrThrow executeQuery getExecutor withPlugin withoutPlugins',
  ].flatMap((names) => names.split(' ')),
);
/** Imports that carry SQL from one file into another. */
const carriers = new Set(['sql', 'acrossProjects', 'ofReachableProjects', 'prepared', 'insertRows']);
const writers = new Set(['insertInto', 'replaceInto', 'updateTable', 'deleteFrom', 'mergeInto']);

const writtenInText =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|update(?=\s+"?[\w?]+"?(?:\s+(?:as\s+)?\w+)?\s+set\b))\s+"?([\w?]+)/gi;

/** Reads the syntax of a file: neither the names of its variables nor the layout of its text matter. */
export function readQueries(program: ESTree.Program, lineAt: (offset: number) => number): Queries {
  const uses: Queries['uses'] = [];
  const writes: Queries['writes'] = [];
  const owned: string[] = [];
  const valuesOf = readValues(program);
  const imported = new Set<string>();
  const use = (node: { start: number }, name: string | undefined): void => {
    if (name !== undefined) uses.push({ name, line: lineAt(node.start) });
  };
  const write = (node: { start: number }, table: ESTree.Node | undefined): void => {
    for (const name of tablesOf(table, valuesOf)) writes.push({ name, line: lineAt(node.start) });
  };

  new Visitor({
    ImportDeclaration({ source, specifiers }) {
      for (const specifier of specifiers) {
        const name = specifier.type === 'ImportSpecifier' ? textOf(specifier.imported) : undefined;
        // Another rule is about imports from the package itself.
        if (!name || !carriers.has(name) || source.value === 'kysely') continue;
        imported.add(specifier.local.name);
        use(specifier, name);
      }
    },
    Property(node) {
      const name = textOf(node.key);
      // `({ selectFrom }) => …` and `{ selectFrom: from }` take the method out of the builder.
      if (name && builders.has(name) && (node.shorthand || node.value.type === 'Identifier')) use(node, name);
      if (name === 'tables' && node.value.type === 'ObjectExpression') {
        for (const property of node.value.properties)
          if (property.type === 'Property') owned.push(textOf(property.key) ?? '?');
      }
    },
    MemberExpression(node) {
      const name = textOf(node.property);
      if (name && builders.has(name)) use(node, name);
      else if (isDatabase(node.object) && name !== 'isTransaction') use(node, `db.${name ?? '[…]'}`);
    },
    CallExpression(node) {
      const method = node.callee.type === 'MemberExpression' ? textOf(node.callee.property) : undefined;
      const isInsert = node.callee.type === 'Identifier' && node.callee.name === 'insertRows';
      if ((method && writers.has(method)) || (isInsert && imported.has('insertRows')))
        write(node, node.arguments[0]);
    },
    TaggedTemplateExpression({ start, tag, quasi: { quasis, expressions } }) {
      if (textOf(tag) !== 'sql') return;
      // A parameter is no table; where one stands in place of a table, it is named by its position.
      const text = quasis
        .map(({ value }, index) => (index === 0 ? '' : `?${index - 1}`) + value.raw)
        .join('');
      for (const [, name = ''] of text.matchAll(writtenInText)) {
        if (name.startsWith('?')) write({ start }, expressions[Number(name.slice(1))]);
        else writes.push({ name, line: lineAt(start) });
      }
    },
  }).visit(program);
  return { uses, writes, owned };
}

/** `db` or `ctx.db`. Only asking whether it is a transaction runs no query. */
function isDatabase(node: ESTree.Node): boolean {
  return node.type === 'MemberExpression' ? textOf(node.property) === 'db' : textOf(node) === 'db';
}

function tablesOf(
  node: ESTree.Node | undefined,
  valuesOf: (name: string) => readonly string[],
): readonly string[] {
  // `tableOf(kind)`, where the file has that function; `sql.id(table)`, `sql.table('users')`
  const returned = node?.type === 'CallExpression' ? valuesOf(textOf(node.callee) ?? '') : [];
  if (returned.length > 0) return returned;
  if (node?.type === 'CallExpression') return tablesOf(node.arguments[0], valuesOf);
  const names = node?.type === 'Literal' ? [String(node.value)] : valuesOf((node && textOf(node)) ?? '');
  return names.length > 0 ? names.map((name) => name.split(' ')[0]!) : ['?'];
}

/**
 * Returns the texts that a name of the file can mean: of `const x = 'a'`, of `for (const x of ['a', 'b'])`, of a
 * parameter or a property `x: 'a' | 'b'`, and of a function that returns one of a constant's.
 */
function readValues(program: ESTree.Program): (name: string) => readonly string[] {
  const values = new Map<string, string[]>();
  const add = (name: string | undefined, node: ESTree.Node | null | undefined): void => {
    if (name && node) values.set(name, [...(values.get(name) ?? []), ...literalsOf(node)]);
  };
  const addReturned = (name: string, node: ESTree.Node | null | undefined): void => {
    const value = node?.type === 'TSAsExpression' ? node.expression : node;
    const isOneOf = value?.type === 'MemberExpression' && value.computed;
    if (isOneOf) values.set(name, [...(values.get(textOf(value.object) ?? '') ?? [])]);
  };
  new Visitor({
    VariableDeclarator({ id, init }) {
      add(textOf(id), init);
    },
    FunctionDeclaration({ id, body }) {
      const [statement] = body?.body ?? [];
      if (id && statement?.type === 'ReturnStatement') addReturned(id.name, statement.argument);
    },
    ForOfStatement({ left, right }) {
      const [declaration] = left.type === 'VariableDeclaration' ? left.declarations : [];
      add(declaration && textOf(declaration.id), right);
    },
    Identifier(node) {
      const { typeAnnotation } = node as { typeAnnotation?: ESTree.TSTypeAnnotation | null };
      add(node.name, typeAnnotation?.typeAnnotation);
    },
    Property({ key, value }) {
      add(textOf(key), value);
    },
    TSPropertySignature({ key, typeAnnotation }) {
      add(textOf(key), typeAnnotation?.typeAnnotation);
    },
  }).visit(program);
  return (name) => values.get(name) ?? [];
}

function literalsOf(node: ESTree.Node): string[] {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : [];
    case 'TSLiteralType':
      return literalsOf(node.literal);
    case 'TSUnionType':
      return node.types.flatMap(literalsOf);
    case 'TSAsExpression':
      return literalsOf(node.expression);
    case 'ObjectExpression':
      return node.properties.flatMap((property) =>
        property.type === 'Property' ? literalsOf(property.value) : [],
      );
    case 'ArrayExpression':
      return node.elements.flatMap((element) => (element ? literalsOf(element) : []));
    default:
      return [];
  }
}

/** Returns the name that an identifier, a literal, or the last part of `a.b` gives. */
function textOf(node: ESTree.Node): string | undefined {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MemberExpression') return textOf(node.property);
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}
