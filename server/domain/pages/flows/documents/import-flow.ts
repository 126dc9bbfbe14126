import { isDeepStrictEqual } from 'node:util';
import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { afterCommit, transaction } from '../../../../storage/transaction.ts';
import { recordAudit } from '../../../project/audit/record.ts';
import type { ProjectFlow } from '../definitions/flow.ts';
import { flows as builtIn } from '../definitions/flows.ts';
import { toDocument } from './document.ts';
import { changesIn, outdated } from './etag.ts';
import { forgetFlows, readFlows } from './load-flows.ts';
import { readDocument, requireOffered } from './read-document.ts';
import { insertFlow, updateFlow } from './store-flows.ts';

export interface FlowImport {
  name?: string | undefined;
  description?: string | undefined;
  disabled?: boolean | undefined;
  /** The document, unchecked. */
  document: unknown;
  /** The file of a project that may have stopped offering a way of the flow. Such a way has no effect until the project offers it. */
  mayNameOtherMethods?: boolean;
  /** The state that the caller has changed. Absent: whatever there is. */
  etag?: string | undefined;
}

/** The largest number of flows of a project's own. */
const maxFlows = 100;

/**
 * Changes a built-in flow, or creates or replaces another one. A flow that is already as given keeps its version. Throws E011004 for a document that
 * is not allowed, and E011012 if the flow has changed since the given state.
 */
export async function importFlow(ctx: ProjectContext, id: string, given: FlowImport): Promise<ProjectFlow> {
  const imported = await transaction(ctx, async (ctx) => {
    const all = await readFlows(ctx);
    const current = all.get(id);
    const { etag } = given;
    const expected = etag === undefined ? undefined : changesIn(etag, ctx.project.id, id);
    if (expected !== undefined && expected !== (current?.changes ?? -1)) throw outdated(id);
    const flow = await readDocument(ctx, id, given.document, {
      name: given.name ?? current?.name ?? nameOfBase(given.document, id),
      description: given.description ?? current?.description ?? '',
      isDisabled: given.disabled ?? current?.isDisabled ?? false,
    });
    if (!given.mayNameOtherMethods) await requireOffered(ctx, flow, current?.methods);
    if (current && isSame(current, flow)) return current;
    if (!current && [...all.values()].filter((one) => !builtIn.has(one.id)).length >= maxFlows)
      throw new ServiceError(
        'E011004',
        `flowId: a project has at most ${maxFlows} flows of its own. Delete one`,
      );
    await store(ctx, flow, expected);
    const stored = (await readFlows(ctx)).get(id);
    if (!stored) throw new Error(`the flow ${id} is gone`);
    const action = current ? 'FlowModified' : 'FlowCreated';
    await recordAudit(ctx, { action, data: { id, name: stored.name, disabled: stored.isDisabled } });
    return stored;
  });
  return imported;
}

/** The database decides which of several imports with the same expectation comes first. */
async function store(ctx: ProjectContext, flow: ProjectFlow, expected: number | undefined): Promise<void> {
  const { id, name, description } = flow;
  const named = { projectId: ctx.project.id, id };
  const content = {
    name,
    description,
    document: JSON.stringify(toDocument(flow)),
    isDisabled: flow.isDisabled ? 1 : 0,
    updatedAt: ctx.now(),
  } as const;
  const isFirst = (expected ?? 0) === 0;
  const isStored =
    (isFirst && (await insertFlow(ctx.db, { ...named, ...content, version: 1 }))) ||
    (expected !== 0 && (await updateFlow(ctx.db, { ...named, version: expected }, content)));
  if (!isStored) throw outdated(id);
  afterCommit(() => forgetFlows(ctx));
}

function isSame(current: ProjectFlow, flow: ProjectFlow): boolean {
  const contentOf = (one: ProjectFlow) => [one.name, one.description, one.isDisabled, toDocument(one)];
  return isDeepStrictEqual(contentOf(current), contentOf(flow));
}

function nameOfBase(document: unknown, id: string): string {
  const base = (document as { base?: unknown } | null)?.base;
  return (typeof base === 'string' && builtIn.get(base)?.name) || id;
}
