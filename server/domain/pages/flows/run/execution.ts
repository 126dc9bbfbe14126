import { randomBytes } from 'node:crypto';
import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { sealedColumn } from '../../../../storage/sealed-columns.ts';
import type { Visit } from '../../hosted-pages/visit.ts';
import type { FlowDefinition } from '../definitions/flow.ts';
import { flows } from '../definitions/flows.ts';
import type { ScreenId } from '../screens/screens.ts';

/** The memory of an execution. It is sealed, because it has addresses, secrets and the handles of sessions. */
export interface ExecutionState {
  screen: ScreenId;
  /** The number of screens before this one. The component moves forward or back by it. */
  depth: number;
  visit: Visit;
  /** As the page asks for it. */
  locale: string;
  page: Page;
  /** The secret of the link that was opened. */
  openedLink?: string;
  /** The execution whose link was opened in this browser, which is another one. */
  openedFor?: string;
  /** The transaction of the browser’s dialog for passkeys that was opened last. */
  dialog?: string;
  /** The token by which the user trusts this device from now on. */
  trustedDevice?: string;
  /** The latest end of the execution. */
  until?: number;
  /** The flow began in this session, and ends with it. */
  stepUp?: { sessionId: string; userId: string };
}

/** The application’s page. All of it is a claim of the page, checked where it is used. */
export interface Page {
  /** Where links and other sites let the browser go on. */
  url: string;
  /** The origin that passkeys are for. */
  origin: string;
  hasPasskeys: boolean;
}

/** The time after which a flow cannot go on, whatever happens in it. A link that it has sent may be opened for as long. */
export const executionLifetimeMs = 2 * 24 * 60 * 60_000;

/** The time in which the next interaction must come where no link was sent. */
export const idleLifetimeMs = 12 * 60 * 60_000;

/** An answer is repeated for as long, for browsers that have not received it. */
export const answerLifetimeMs = 60 * 60_000;

const separator = '|#|';

/** Without `_`, which separates it from the step in addresses. */
export function newExecutionId(): string {
  return randomBytes(18).toString('hex');
}

export function wholeId(flowId: string, id: string): string {
  return `${flowId}${separator}${id}`;
}

/** Reads `<flow>|#|<id>`. Throws E103205 for an ID that no execution has. */
export function readExecutionId(text: string): { definition: FlowDefinition; id: string } {
  const [flowId = '', id = ''] = text.split(separator);
  const definition = flows.get(flowId);
  if (!definition || !/^[0-9a-f]{36}$/.test(id)) throw hasEnded();
  return { definition, id };
}

export function findFlow(id: string): FlowDefinition {
  const definition = flows.get(id);
  if (definition) return definition;
  throw new ServiceError(
    'E102001',
    `No flow has the ID given in flowId. There are ${[...flows.keys()].join(', ')}`,
  );
}

export function hasEnded(): ServiceError {
  return new ServiceError('E103205', 'The flow has ended or has expired. Start it again');
}

export function wrongNonce(): ServiceError {
  return new ServiceError(
    'E108201',
    'The nonce does not belong to this execution, or was already used for another request. Start the flow again',
  );
}

/** The screens that wait for a link, which another tab of the browser may have opened meanwhile. */
export const waitingScreens: readonly ScreenId[] = ['link', 'open-link', 'reset-sent', 'set-password'];

type SealedKind = 'nonce' | 'state' | 'answer';

function purposeOf(kind: SealedKind, projectId: string, id: string): string {
  return `flow/${kind}/${projectId}/${id}`;
}

export function sealFor(ctx: ProjectContext, kind: SealedKind, id: string, value: object): string {
  return ctx.sealer.seal(JSON.stringify(value), purposeOf(kind, ctx.project.id, id));
}

export function unsealFor<T>(ctx: ProjectContext, kind: SealedKind, id: string, sealed: string): T {
  return JSON.parse(ctx.sealer.unseal(sealed, purposeOf(kind, ctx.project.id, id))) as T;
}

export const sealedStates = sealedColumn({
  table: 'flowExecutions',
  key: ['projectId', 'id'],
  column: 'sealedState',
  purposeOf: ({ projectId, id }) => purposeOf('state', projectId, id),
});

export const sealedAnswers = sealedColumn({
  table: 'flowExecutions',
  key: ['projectId', 'id'],
  column: 'sealedAnswer',
  purposeOf: ({ projectId, id }) => purposeOf('answer', projectId, id),
});

/** Reports whether the error says that something may not be, and not that something is broken. */
export function isRefusal(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.status < 500;
}
