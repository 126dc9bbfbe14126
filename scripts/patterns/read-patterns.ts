import { type ESTree, parseSync, Visitor } from 'vite';

/** A regular expression in a source file. */
export interface Pattern {
  path: string;
  line: number;
  /** Missing if the file builds the expression from values that only exist when it runs. */
  expression?: { source: string; flags: string };
}

/** Reads the literals of a file and what it passes to `RegExp`, where constants of the same file are filled in. */
export function readPatterns(path: string, text: string): Pattern[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const constants = new Map<string, ESTree.Expression>();
  new Visitor({
    VariableDeclaration({ kind, declarations }) {
      if (kind !== 'const') return;
      for (const { id, init } of declarations)
        if (id.type === 'Identifier' && init) constants.set(id.name, init);
    },
  }).visit(program);

  const found: Pattern[] = [];
  const add = ({ start }: { start: number }, expression: Pattern['expression']) =>
    found.push({ path, line: text.slice(0, start).split('\n').length, expression });
  const addBuilt = (node: ESTree.NewExpression | ESTree.CallExpression) => {
    if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return;
    const [source, flags = ''] = node.arguments.map((argument) => textOf(argument, constants));
    add(node, source === undefined || flags === undefined ? undefined : { source, flags });
  };
  new Visitor({
    Literal(node) {
      if ('regex' in node) add(node, { source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression: addBuilt,
    CallExpression: addBuilt,
  }).visit(program);
  return found;
}

function textOf(node: ESTree.Node, constants: ReadonlyMap<string, ESTree.Expression>): string | undefined {
  if (node.type === 'Literal') return 'regex' in node ? node.regex.pattern : String(node.value);
  if (node.type === 'Identifier') {
    const value = constants.get(node.name);
    return value && textOf(value, constants);
  }
  if (node.type === 'BinaryExpression' && node.operator === '+')
    return joined([textOf(node.left, constants), textOf(node.right, constants)]);
  if (node.type !== 'TemplateLiteral') return undefined;
  const texts = node.quasis.flatMap(({ value }, index) => {
    const expression = node.expressions[index];
    return expression ? [value.cooked!, textOf(expression, constants)] : [value.cooked!];
  });
  return joined(texts);
}

function joined(texts: (string | undefined)[]): string | undefined {
  return texts.includes(undefined) ? undefined : texts.join('');
}
