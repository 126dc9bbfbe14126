import { randomBytes } from 'node:crypto';
import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { sealedColumn } from '../../../../storage/sealed-columns.ts';
import type { Channel } from '../../../credentials/challenges/challenge.ts';
import type { SessionHandle } from '../../../sessions/sessions/live-session.ts';
import type { Visit } from '../../hosted-pages/visit.ts';
import type { ProjectFlow } from '../definitions/flow.ts';
import { findProjectFlow } from '../documents/load-flows.ts';
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
  /** The flow runs in this session, and ends with it. */
  session?: OwnSession;
  /** The tenant that the page names. The flow checks at each change that the user administers it. */
  tenantId?: string;
  /** The DNS record that proves a domain. */
  domainRecord?: { domain: string; type: string; name: string; value: string };
  /** The settings of the tenant in words, which the first screen shows. */
  shown?: string;
  /** The texts of the first screen of a profile, without secrets. */
  typed?: Record<string, string>;
  /** The interaction that began the change, which a proof of who the user is lets go on. */
  change?: { interactionId: string; input: Record<string, string> };
  /** The new address to which a code was sent. */
  changing?: { channel: Channel; address: string; loginId: string };
  /** The recovery codes that are shown once. */
  recoveryCodes?: string[];
}

/** The session of the user who runs the flow. */
export interface OwnSession extends SessionHandle {
  userId: string;
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

/**
 * Reads `<flow>|#|<id>`. Throws E103205 for an ID that no execution has, and for a flow that the project has deleted or disabled since the
 * execution began.
 */
export async function readExecutionId(
  ctx: ProjectContext,
  text: string,
): Promise<{ definition: ProjectFlow; id: string }> {
  const [flowId = '', id = ''] = text.split(separator);
  if (!/^[0-9a-f]{36}$/.test(id)) throw hasEnded();
  const definition = await findProjectFlow(ctx, flowId);
  if (!definition || definition.isDisabled) throw hasEnded();
  return { definition, id };
}

/** Throws E102001 for a flow that the project does not have, or has disabled. */
export async function findFlow(ctx: ProjectContext, id: string): Promise<ProjectFlow> {
  const definition = await findProjectFlow(ctx, id);
  if (definition && !definition.isDisabled) return definition;
  const problem = definition ? 'The flow given in flowId is disabled' : 'No flow has the ID given in flowId';
  throw new ServiceError('E102001', `${problem}. The management call flow/list has the IDs of all flows`);
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
