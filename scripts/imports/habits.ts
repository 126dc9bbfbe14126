import { type ESTree, type ParseResult, Visitor } from 'vite';

/** Facts about how a file is written. */
export interface Habits {
  /** Object literals cut into spreads of object literals: `{ ...{ a, b }, ...{ c } }`. */
  cutObjects: number[];
  /** Slow calls in the text of a transaction. */
  slowCalls: { name: string; line: number }[];
  /** Doubles of functions, globals and the clock in tests. */
  doubles: { name: string; line: number }[];
  /** Doc comments that begin with a fragment, such as `What …`. */
  fragments: { word: string; line: number }[];
  exportedFunctions: { name: string; line: number }[];
}

/** They compute for milliseconds, or wait for another server, while the transaction holds its locks. */
const slow = /^(hashPassword|verifyPassword|signJwt|signTokens|fetch|guardedFetch|hashing\.run)$/;
const doubling = /^(mock|doMock|hoisted|fn|spyOn|stubGlobal|useFakeTimers|setSystemTime)$/;
const fragment = /^\*\s*(Of|What|Who|Whoever|Whose|Whether|How|That|Empty|The same)\b/;

export function readHabits(
  { program, comments }: Pick<ParseResult, 'program' | 'comments'>,
  lineAt: (offset: number) => number,
): Habits {
  const habits: Habits = {
    cutObjects: [],
    slowCalls: [],
    doubles: [],
    exportedFunctions: program.body.flatMap((statement) => functionsIn(statement, lineAt)),
    fragments: comments.flatMap(({ type, value, start }) => {
      const word = type === 'Block' ? fragment.exec(value.replaceAll(/\s*\n\s*\*\s*/g, ' '))?.[1] : undefined;
      return word ? [{ word, line: lineAt(start) }] : [];
    }),
  };
  const addCut = (node: { start: number; argument: ESTree.Node }): void => {
    if (node.argument.type === 'ObjectExpression') habits.cutObjects.push(lineAt(node.start));
  };
  let transactions = 0;
  new Visitor({
    SpreadElement: addCut,
    JSXSpreadAttribute: addCut,
    CallExpression(node) {
      const name = nameOf(node.callee);
      if (transactions > 0 && slow.test(name)) habits.slowCalls.push({ name, line: lineAt(node.start) });
      if (name === 'transaction') transactions += 1;
      const [, double = ''] = /^vi\.(\w+)$/.exec(name) ?? [];
      if (doubling.test(double)) habits.doubles.push({ name, line: lineAt(node.start) });
    },
    'CallExpression:exit'(node) {
      if (nameOf(node.callee) === 'transaction') transactions -= 1;
    },
  }).visit(program);
  return habits;
}

function functionsIn(
  statement: ESTree.Program['body'][number],
  lineAt: (offset: number) => number,
): Habits['exportedFunctions'] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : undefined;
  const line = lineAt(statement.start);
  if (declaration?.type === 'FunctionDeclaration' && declaration.id)
    return [{ name: declaration.id.name, line }];
  if (declaration?.type !== 'VariableDeclaration') return [];
  return declaration.declarations.flatMap(({ id, init }) =>
    id.type === 'Identifier' && init && isFunction(init) ? [{ name: id.name, line }] : [],
  );
}

/** A query of a store is a function, too: `prepared(…)`, `insertRows(…)`. */
function isFunction(node: ESTree.Node): boolean {
  if (node.type === 'CallExpression') return /^(prepared|insertRows)$/.test(nameOf(node.callee));
  return node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression';
}

/** `fetch` for `ctx.fetch`, but `hashing.run` and `vi.fn`, whose last part says nothing. */
function nameOf(node: ESTree.Node): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier') return '';
  const { name } = node.property;
  const of = nameOf(node.object);
  return of === 'hashing' || of === 'vi' ? `${of}.${name}` : name;
}
