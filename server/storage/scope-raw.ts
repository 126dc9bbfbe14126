import { type OperationNode, RawNode, ReferenceNode, TableNode, ValueNode } from 'kysely';

const comparison = /projectId"? (?:=|in) ?\(?\$value|\$value = (?:"?\w+"?\.)?"?projectId"?/;
const outerComparison = /projectId"? = "?\w+"?\."?projectId"?/;

/**
 * Returns the first block of raw SQL that compares its project with columns only, or undefined. A block with a value may compare
 * columns, too: those of its joins.
 */
export function blockWithoutValue(raw: RawNode): string | undefined {
  let text = textOf(raw).split(/\s+/).join(' ');
  for (let close = text.indexOf(')'); close >= 0; close = text.indexOf(')')) {
    // The innermost parentheses come first: a subquery is judged alone, and then leaves the block around it.
    const open = text.lastIndexOf('(', close);
    if (open < 0) break;
    const inner = text.slice(open + 1, close).trim();
    const isBlock = /^(?:select|update|delete|insert|with)\b/i.test(inner);
    if (isBlock && !namesValue(inner)) return inner;
    text = `${text.slice(0, open)} ${isBlock ? '$query' : inner} ${text.slice(close + 1).trimStart()}`;
  }
  return /^ ?(?:select|update|delete|insert|with)\b/i.test(text) && !namesValue(text) ? text : undefined;
}

function namesValue(block: string): boolean {
  return !outerComparison.test(block) || comparison.test(block);
}

function textOf(node: OperationNode): string {
  if (RawNode.is(node))
    return node.sqlFragments
      .map((fragment, index) => (index === 0 ? '' : textOf(node.parameters[index - 1]!)) + fragment)
      .join('');
  if (ValueNode.is(node)) return '$value';
  if (TableNode.is(node)) return node.table.identifier.name;
  if (!ReferenceNode.is(node)) return '$other';
  const column = node.column as unknown as { column?: { name: string } };
  return `${node.table ? `"${textOf(node.table)}".` : ''}"${column.column?.name ?? '*'}"`;
}
