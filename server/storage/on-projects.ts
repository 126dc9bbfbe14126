import {
  type CompiledQuery,
  type DeleteQueryNode,
  JoinNode,
  type OperationNode,
  OperationNodeTransformer,
  PostgresQueryCompiler,
  type QueryId,
  QueryNode,
  type RootOperationNode,
  type SelectQueryNode,
  sql,
  type UpdateQueryNode,
} from 'kysely';
import { columnOfProject } from './project-column.ts';
import { sourceOf } from './scope.ts';

const compiler = new PostgresQueryCompiler();

/**
 * Returns the same statement for the rows of these projects only. Each block and each join names them: Citus prunes the shards of each table
 * by its own conditions.
 */
export function onProjects(query: CompiledQuery, projectIds: readonly string[]): CompiledQuery {
  const narrowed = new Narrowing(projectIds).transformNode(query.query, query.queryId);
  // The marks on a query are symbols, which a transformation leaves behind.
  const node = { ...query.query, ...narrowed } as RootOperationNode;
  return compiler.compileQuery(node, query.queryId);
}

class Narrowing extends OperationNodeTransformer {
  readonly #projectIds: readonly string[];

  constructor(projectIds: readonly string[]) {
    super();
    this.#projectIds = projectIds;
  }

  protected override transformSelectQuery(node: SelectQueryNode, queryId: QueryId): SelectQueryNode {
    return this.#narrow(super.transformSelectQuery(node, queryId), node.from?.froms ?? []);
  }

  protected override transformUpdateQuery(node: UpdateQueryNode, queryId: QueryId): UpdateQueryNode {
    const sources = [...(node.table ? [node.table] : []), ...(node.from?.froms ?? [])];
    return this.#narrow(super.transformUpdateQuery(node, queryId), sources);
  }

  protected override transformDeleteQuery(node: DeleteQueryNode, queryId: QueryId): DeleteQueryNode {
    const sources = [...node.from.froms, ...(node.using?.tables ?? [])];
    return this.#narrow(super.transformDeleteQuery(node, queryId), sources);
  }

  protected override transformJoin(node: JoinNode, queryId: QueryId): JoinNode {
    const conditions = this.#conditions([node.table]);
    return conditions.reduce(JoinNode.cloneWithOn, super.transformJoin(node, queryId));
  }

  #narrow<N extends SelectQueryNode | UpdateQueryNode | DeleteQueryNode>(
    block: N,
    sources: readonly OperationNode[],
  ): N {
    return this.#conditions(sources).reduce<N>(QueryNode.cloneWithWhere, block);
  }

  #conditions(sources: readonly OperationNode[]): OperationNode[] {
    return sources.flatMap(sourceOf).flatMap(({ table, alias }) => {
      const column = columnOfProject(table);
      if (column === undefined) return [];
      return [sql`${sql.ref(`${alias}.${column}`)} = any(${this.#projectIds})`.toOperationNode()];
    });
  }
}
