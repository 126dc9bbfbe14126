import {
  BinaryOperationNode,
  DeleteQueryNode,
  InsertQueryNode,
  type Kysely,
  type KyselyPlugin,
  type OperationNode,
  OperatorNode,
  OrNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  RawNode,
  ReferenceNode,
  type RootOperationNode,
  SelectQueryNode,
  TableNode,
  type UnknownRow,
  UpdateQueryNode,
  ValueNode,
} from 'kysely';
import { blockWithoutValue } from './scope-raw.ts';

const projectColumn = 'projectId';

/** In milliseconds: no constant of a query is as large. */
const smallestMoment = 1_000_000_000;
const dayMs = 86_400_000;

/**
 * Returns the database without the project check, for a query across all projects, such as the removal of
 * expired rows. Each use gives its reason.
 */
export function acrossProjects<T>(db: Kysely<T>): Kysely<T> {
  return db.withoutPlugins();
}

/** A list of values gives a text of its own for each length. */
const maxAcceptedTexts = 10_000;

const accepted = new Map<string, Set<string>>();

/** Returns the texts that every database with these tables has accepted. */
function acceptedTexts(instanceTables: readonly string[]): Set<string> {
  const key = instanceTables.join();
  const texts = accepted.get(key) ?? new Set<string>();
  accepted.set(key, texts);
  return texts;
}

/**
 * Refuses a query that does not name the project for each of its tables, or whose text is different for each value.
 * A subquery names it by the value, too: by a column of the query around it, a database that is distributed by
 * project would look for its rows everywhere. Not for production.
 */
export class ScopePlugin implements KyselyPlugin {
  readonly #instanceTables: readonly string[];
  readonly #accepted: Set<string>;

  constructor(instanceTables: readonly string[]) {
    this.#instanceTables = instanceTables;
    this.#accepted = acceptedTexts(instanceTables);
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node;
  }

  /** Checks each text once: everything that decides is in the text, and walking through a query costs more than compiling it. */
  check(node: RootOperationNode, text: string): void {
    if (this.#accepted.has(text)) return;
    assertScoped(node, this.#instanceTables);
    if (this.#accepted.size >= maxAcceptedTexts) this.#accepted.clear();
    this.#accepted.add(text);
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result;
  }
}

type Block = SelectQueryNode | InsertQueryNode | UpdateQueryNode | DeleteQueryNode;

function assertScoped(root: OperationNode, instanceTables: readonly string[]): void {
  const exempt = new Set(instanceTables);
  const blocks: Block[] = [];
  const raws: RawNode[] = [];
  visitNodes(root, (node) => {
    if (isBlock(node)) blocks.push(node);
    else if (RawNode.is(node)) raws.push(node);
    else if (node.kind === 'CommonTableExpressionNameNode')
      exempt.add(tableName((node as unknown as { table: TableNode }).table));
    else if (ValueNode.is(node)) refuseMomentInText(node);
  });
  for (const block of blocks) assertBlockScoped(block, exempt);
  for (const raw of raws) assertRawScoped(raw, exempt);
}

/**
 * Kysely puts a plain number after `then` and `else` into the text. With a moment in it, each call is a new statement:
 * the limited number of prepared ones would soon be used up. The beginning of a day in a text is one of few.
 */
function refuseMomentInText({ immediate, value }: ValueNode): void {
  if (immediate && typeof value === 'number' && value >= smallestMoment && value % dayMs !== 0)
    throw new Error(
      `the text of the query contains the number ${value}: pass it as a parameter, with eb.val()`,
    );
}

function assertBlockScoped(block: Block, exempt: ReadonlySet<string>): void {
  const conditions = conditionsOf(block);
  const named = namedSources(conditions);
  const fixed = InsertQueryNode.is(block) ? named : fixedSources(conditions);
  for (const { table, alias } of sourcesOf(block)) {
    if (exempt.has(table)) continue;
    // A column without a table name can belong to one source only: otherwise SQL refuses it as ambiguous.
    if (!named.has(alias) && !named.has('')) refuse(block.kind, table, alias);
    if (!fixed.has(alias) && !fixed.has('')) refuseOuter(block.kind, table, alias);
  }
  if (InsertQueryNode.is(block) && block.into && !exempt.has(tableName(block.into)))
    assertUpsertScoped(block);
}

/**
 * Returns the tables whose project equals a value: by a comparison of their own, or with a column of the same block
 * that does; '' stands for an unqualified column. A comparison under an `or` need not hold.
 */
function fixedSources(conditions: unknown): ReadonlySet<string> {
  const links: [string, string][] = [];
  const fixed = new Set<string>();
  const isLeaf = (node: OperationNode): boolean =>
    isBlock(node) || OrNode.is(node) || RawNode.is(node) || BinaryOperationNode.is(node);
  const read = (node: OperationNode): void => {
    if (RawNode.is(node)) {
      for (const alias of namedSources(node)) fixed.add(keyOf(alias, projectColumn));
    } else if (BinaryOperationNode.is(node)) {
      const [left, right] = [keyOfColumn(node.leftOperand), keyOfColumn(node.rightOperand)];
      const operator = OperatorNode.is(node.operator) ? node.operator.operator : '';
      if (left && right && operator === '=') links.push([left, right]);
      else if (left && !right && /^(=|in)$/.test(operator)) fixed.add(left);
      else if (!left) visitNodes(node.leftOperand, read, isLeaf);
    }
  };
  visitNodes(conditions, read, isLeaf);
  for (let before = -1; before < fixed.size; ) {
    before = fixed.size;
    for (const [one, other] of links) {
      if (fixed.has(one)) fixed.add(other);
      else if (fixed.has(other)) fixed.add(one);
    }
  }
  const suffix = keyOf('', projectColumn);
  return new Set([...fixed].filter((key) => key.endsWith(suffix)).map((key) => key.slice(0, -suffix.length)));
}

const keyOf = (alias: string, column: string): string => `${alias}.${column}`;

function keyOfColumn(node: OperationNode): string | undefined {
  if (!ReferenceNode.is(node)) return undefined;
  return keyOf(node.table ? tableName(node.table) : '', columnName(node.column) ?? '');
}

/** `on conflict (id) do update` would overwrite another project's row with the same ID. */
function assertUpsertScoped({ onConflict, into }: InsertQueryNode): void {
  if (!onConflict?.updates || onConflict.constraint) return;
  const target = [
    onConflict.columns,
    onConflict.indexExpression,
    onConflict.indexWhere,
    onConflict.updateWhere,
  ];
  if (namedSources(target).size === 0) refuse('on conflict', tableName(into!), tableName(into!));
}

function assertRawScoped(raw: RawNode, exempt: ReadonlySet<string>): void {
  const text = raw.sqlFragments.join('?');
  const block = text.includes(projectColumn) ? blockWithoutValue(raw) : undefined;
  if (block)
    throw new Error(`raw SQL: a block compares its project with columns only, not with the value: ${block}`);
  if (text.includes(projectColumn) || namedSources(raw.parameters).size > 0) return;
  const tables = text.matchAll(/\b(?:from|join|into|(?<!\b(?:for|do)\s+)update)\s+"?(\w+)\b(?!"?\s*[(.])/gi);
  const direct = raw.parameters.filter((node) => TableNode.is(node)).map(tableName);
  for (const table of [...[...tables].map((match) => match[1]!), ...direct]) {
    if (!exempt.has(table)) refuse('raw SQL', table, table);
  }
}

function refuse(kind: string, table: string, alias: string): never {
  throw new Error(
    `${kind}: the query on "${table}" does not name its project: ` +
      `compare or set "${alias}.${projectColumn}", or use acrossProjects(db) and say why`,
  );
}

function refuseOuter(kind: string, table: string, alias: string): never {
  throw new Error(
    `${kind}: the query on "${table}" names its project only by a column outside it: ` +
      `compare "${alias}.${projectColumn}" with the value`,
  );
}

/** Returns the conditions that select the rows of a block. */
function conditionsOf(block: Block): unknown[] {
  if (InsertQueryNode.is(block)) return [block.columns];
  return [block.where, block.joins?.map((join) => join.on)];
}

function sourcesOf(block: Block): { table: string; alias: string }[] {
  const sources = InsertQueryNode.is(block)
    ? [block.into]
    : UpdateQueryNode.is(block)
      ? [block.table, ...(block.from?.froms ?? [])]
      : [...(block.from?.froms ?? []), ...(DeleteQueryNode.is(block) ? (block.using?.tables ?? []) : [])];
  if (!InsertQueryNode.is(block)) sources.push(...(block.joins ?? []).map((join) => join.table));
  return sources.flatMap((source) => (source ? sourceOf(source) : []));
}

/** Returns the tables in an item of `from`, of a join or of an update. */
export function sourceOf(node: OperationNode): { table: string; alias: string }[] {
  if (TableNode.is(node)) return [{ table: tableName(node), alias: tableName(node) }];
  // `update a, b` is a list. An alias contains the table, or a subquery, which is a block of its own.
  if (node.kind === 'ListNode')
    return (node as unknown as { items: OperationNode[] }).items.flatMap(sourceOf);
  if (node.kind !== 'AliasNode') return [];
  const { node: aliased, alias } = node as unknown as { node: OperationNode; alias: { name?: string } };
  return TableNode.is(aliased) ? [{ table: tableName(aliased), alias: alias.name ?? '' }] : [];
}

/** Returns the tables whose project is named outside subqueries; '' stands for an unqualified column. */
function namedSources(conditions: unknown): ReadonlySet<string> {
  const named = new Set<string>();
  const isLeaf = (node: OperationNode): boolean => isBlock(node) || ReferenceNode.is(node);
  visitNodes(
    conditions,
    (node) => {
      if (ReferenceNode.is(node) && columnName(node.column) === projectColumn) {
        named.add(node.table ? tableName(node.table) : '');
      } else if (columnName(node) === projectColumn) {
        named.add('');
      } else if (RawNode.is(node) && node.sqlFragments.some((fragment) => fragment.includes(projectColumn))) {
        named.add('');
      }
    },
    isLeaf,
  );
  return named;
}

function isBlock(node: OperationNode): node is Block {
  return (
    SelectQueryNode.is(node) ||
    InsertQueryNode.is(node) ||
    UpdateQueryNode.is(node) ||
    DeleteQueryNode.is(node)
  );
}

function columnName(node: OperationNode): string | undefined {
  return node.kind === 'ColumnNode'
    ? (node as unknown as { column: { name: string } }).column.name
    : undefined;
}

function tableName(node: TableNode): string {
  return node.table.identifier.name;
}

/** Visits every node of a tree from the top, and nothing below a leaf. Not a generator: it runs for every query of the tests. */
function visitNodes(
  value: unknown,
  visit: (node: OperationNode) => void,
  isLeaf?: (node: OperationNode) => boolean,
): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) visitNodes(item, visit, isLeaf);
  } else if ('kind' in value) {
    const node = value as OperationNode;
    visit(node);
    // A bound value can be anything, but is not part of the query.
    if (node.kind === 'ValueNode' || isLeaf?.(node)) return;
    for (const name in node) visitNodes(node[name as keyof OperationNode], visit, isLeaf);
  }
}
