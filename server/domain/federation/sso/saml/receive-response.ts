import type {
  ProjectContext,
  ProjectData,
  ServiceContext,
  TimedProjectData,
} from '../../../../core/context.ts';
import { hashSecret } from '../../../../core/crypto.ts';
import { pauseBeforeRefusal } from '../../../../core/refusal-pause.ts';
import { WorkerDeadlineError, WorkerQueueFullError } from '../../../../core/worker-pool.ts';
import { SamlError } from '../../../../protocols/saml/error.ts';
import { decodeSamlMessage } from '../../../../protocols/saml/message.ts';
import { claimedRequestId } from '../../../../protocols/saml/response-hints.ts';
import type { VerifiedResponse, VerifyResponseInput } from '../../../../protocols/saml/verification.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { findTenants } from '../../../directory/tenants/load-tenant.ts';
import { isAllowedRedirect } from '../../../project/projects/redirect-urls.ts';
import { assertsBySaml } from '../asserted-factors.ts';
import { completeRequest } from '../complete-request.ts';
import { type Connection, redirectUrlOf, serviceProviderOf } from '../connection.ts';
import { readPerson } from '../details.ts';
import { samlFindings } from '../findings/saml-findings.ts';
import { requireConfigured } from '../load-connection.ts';
import { askForKeys } from '../reading/ask-for-keys.ts';
import { SsoRefusal, withConnection } from '../refusal.ts';
import { hashRequestId, type SsoRequest } from '../request.ts';
import { spPrivateKey } from '../send-request.ts';
import { type SsoAnswer, signInBySso } from '../sign-in.ts';
import { samlStatement } from '../statement.ts';
import {
  deleteExpired,
  findRequest,
  insertAssertion,
  takeRequest,
  updateRequestState,
} from '../store-sign-in.ts';
import type { VerificationAnswer } from './verify-worker.ts';

export interface ReceivedResponse {
  tenantId: string;
  connectionId: string;
  samlResponse: string;
  /** The address that an identity provider requests when it starts a sign-in itself. Ours carry none. */
  relayState: string;
  /** The secret in the cookie. Browsers leave it out of a form that another site posts. */
  browserSecret: string | undefined;
}

/** The browser's next address: the application's with a code, or our own page that can read the cookie. */
export type Received = { url: string } | { finishRequestId: string };

/** The tolerated difference to identity providers' clocks. */
const toleranceMs = 60_000;

interface Message {
  connection: Connection;
  request: SsoRequest | undefined;
  requestId: string | undefined;
  xml: string;
  /** A sentence about the metadata address, if it was asked for other keys because of this message. */
  finding?: string;
}

/**
 * The assertion consumer service. Checks the size here and everything else in a worker, because a stranger's message must not
 * keep other requests waiting. Records an accepted assertion in the same transaction that uses it.
 */
export async function receiveResponse(ctx: ProjectContext, input: ReceivedResponse): Promise<Received> {
  const connection = await requireConfigured(ctx, input.tenantId, input.connectionId, 'saml');
  const { xml, requestId } = await withConnection(connection, undefined, async () =>
    readMessage(input.samlResponse),
  );
  const request = requestId ? await requestOf(ctx, connection, requestId) : undefined;
  return withConnection(connection, request, () =>
    judge(ctx, input, { connection, request, requestId, xml }),
  );
}

/** Judges a message once, and a second time, as if it came only then, if the identity provider has other keys meanwhile. */
async function judge(ctx: ProjectContext, input: ReceivedResponse, message: Message): Promise<Received> {
  const { connection, request, requestId } = message;
  const redirectUrl = request?.state.redirectUrl;
  const [tenant] = await findTenants(ctx, [connection.tenantId]);
  if (!tenant || tenant.settings.disabled)
    throw new SsoRefusal('tenant', 'The tenant is disabled.', redirectUrl);
  if (!request && (requestId || !connection.settings.allowIdpInitiated)) {
    throw new SsoRefusal(
      'in-response-to',
      requestId
        ? 'The response does not belong to a sign-in that was started here, or the sign-in has expired or is already complete.'
        : 'The Response lacks InResponseTo, so it does not belong to a sign-in that was started here. The connection does not allow sign-ins that start at the identity provider.',
    );
  }
  const answer = await verify(ctx, message);
  if ('refused' in answer) return judgeAgain(ctx, input, message, answer.refused);
  const response = answer.verified;
  checkAuthnInstant(request, response);
  return transaction(ctx, async (ctx) => {
    await rememberAssertion(ctx, connection, response, redirectUrl);
    if (!request) {
      const target = isAllowedRedirect(ctx, input.relayState) ? input.relayState : redirectUrlOf(connection);
      if (!target) throw new SsoRefusal('redirect', 'The SSO connection has no redirect URL.');
      const person = answerOf(ctx, response, connection);
      return { url: await signInBySso(ctx, { connection, tenant, answer: person, redirectUrl: target }) };
    }
    if (input.browserSecret && hashSecret(input.browserSecret) === request.browserHash) {
      return { url: await finish(ctx, request, response, input.browserSecret) };
    }
    const state = JSON.stringify({ ...request.state, response });
    await updateRequestState(ctx.db, ctx.project.id, request.idHash, state);
    return { finishRequestId: requestId as string };
  });
}

/** Requires a new sign-in if the application requested one (saml-core §3.4.1, ForceAuthn). */
function checkAuthnInstant(
  request: SsoRequest | undefined,
  { authnInstant }: Pick<VerifiedResponse, 'authnInstant'>,
): void {
  if (!request?.state.forceAuthn) return;
  if (authnInstant !== undefined && authnInstant >= request.startedAt - toleranceMs) return;
  throw new SsoRefusal(
    'auth-time',
    'The identity provider did not require the user to sign in again, or did not report when they did (`AuthnInstant`).',
    request.state.redirectUrl,
  );
}

/** Completes the sign-in in the browser that started it, which presents its cookie on our own page. */
export async function finishRequest(
  ctx: ProjectContext,
  requestId: string,
  browserSecret: string,
): Promise<string> {
  const request = await findRequest(ctx.db, ctx.project.id, hashRequestId(requestId), ctx.now());
  const response = request?.state.response;
  if (!request || !response || hashSecret(browserSecret) !== request.browserHash) {
    throw new SsoRefusal(
      'browser',
      'This sign-in was started in another browser, or is already complete. Please start again.',
    );
  }
  const { tenantId, connectionId } = request;
  const connection = await requireConfigured(ctx, tenantId, connectionId, 'saml');
  return withConnection(connection, request, () =>
    transaction(ctx, (ctx) => finish(ctx, request, response, browserSecret)),
  );
}

async function finish(
  ctx: ProjectContext,
  request: SsoRequest,
  response: VerifiedResponse,
  browserSecret: string,
): Promise<string> {
  const browserHash = hashSecret(browserSecret);
  const taken = await takeRequest(ctx.db, ctx.project.id, request.idHash, browserHash, ctx.now());
  if (!taken) throw new SsoRefusal('in-response-to', 'This sign-in is already complete.');
  return completeRequest(ctx, request, 'saml', (connection) => answerOf(ctx, response, connection));
}

function answerOf(
  ctx: Pick<ProjectContext, 'now'>,
  response: VerifiedResponse,
  { settings }: Connection,
): SsoAnswer {
  const person = readPerson(response, settings.attributeMapping);
  const { issuer, nameIdFormat, attributes: samlAttributes, sessionNotOnOrAfter } = response;
  return {
    method: 'saml',
    issuer,
    nameIdFormat,
    person,
    samlAttributes,
    oidcClaims: {},
    isMultiFactor: assertsBySaml(response),
    statement: samlStatement(response),
    findings: () => samlFindings(response, person, ctx.now()),
    ...(sessionNotOnOrAfter !== undefined && { sessionEndsAt: sessionNotOnOrAfter }),
  };
}

/** Refuses a message that is too large before it costs any time. A worker does the rest. */
function readMessage(samlResponse: string): { xml: string; requestId: string | undefined } {
  try {
    const xml = decodeSamlMessage(samlResponse);
    return { xml, requestId: claimedRequestId(xml) };
  } catch (error) {
    if (error instanceof SamlError) throw new SsoRefusal(error.kind, error.reason);
    throw error;
  }
}

/** Finds the request by the unverified InResponseTo. The signed InResponseTo must equal it later. */
async function requestOf(
  ctx: TimedProjectData,
  connection: Connection,
  requestId: string,
): Promise<SsoRequest | undefined> {
  const request = await findRequest(ctx.db, ctx.project.id, hashRequestId(requestId), ctx.now());
  const isOurs = request?.tenantId === connection.tenantId && request.connectionId === connection.id;
  return isOurs ? request : undefined;
}

/**
 * Looks for other keys if none of the known ones has signed. Asking takes seconds, in which an administrator may have changed the connection
 * or disabled the tenant, so everything is checked again.
 */
async function judgeAgain(
  ctx: ProjectContext,
  input: ReceivedResponse,
  message: Message,
  { kind, reason, isUnknownKey }: Refused,
): Promise<Received> {
  const refusal = new SsoRefusal(kind, reason, message.request?.state.redirectUrl);
  if (!isUnknownKey) throw refusal;
  const { connection, finding: known } = message;
  const { fresh, finding } = known ? { finding: known } : await askForKeys(ctx, connection);
  if (fresh) return judge(ctx, input, { ...message, connection: fresh, finding });
  refusal.detail = finding;
  throw refusal;
}

function verify(
  ctx: ProjectContext,
  { connection, request, requestId, xml }: Message,
): Promise<VerificationAnswer> {
  const { idpEntityId, idpCertificates } = connection.settings;
  const input: VerifyResponseInput = {
    xml,
    now: ctx.now(),
    idp: { entityId: idpEntityId, certificates: idpCertificates },
    sp: { ...serviceProviderOf(ctx, connection), decryptionKey: spPrivateKey(ctx, connection) },
    expected: requestId ? { requestId } : { idpInitiated: true },
  };
  return ctx.samlWorkers.run<VerifyResponseInput, VerificationAnswer>(input).catch(async (error: Error) => {
    if (error instanceof WorkerDeadlineError) return tooSlow;
    if (error instanceof WorkerQueueFullError) {
      await pauseBeforeRefusal();
      throw new SsoRefusal(
        'busy',
        'There are too many sign-ins at the moment. Please try again.',
        request?.state.redirectUrl,
      );
    }
    throw error;
  });
}

type Refused = Extract<VerificationAnswer, { refused: object }>['refused'];

const tooSlow: VerificationAnswer = {
  refused: { kind: 'too-large', reason: 'The SAML message takes too long to check.' },
};

async function rememberAssertion(
  ctx: ProjectData,
  connection: Connection,
  response: VerifiedResponse,
  redirectUrl: string | undefined,
): Promise<void> {
  const isNew = await insertAssertion(ctx.db, {
    projectId: ctx.project.id,
    tenantId: connection.tenantId,
    connectionId: connection.id,
    idHash: hashSecret(response.assertionId),
    expiresAt: response.notOnOrAfter,
  });
  if (!isNew) throw new SsoRefusal('replay', 'The assertion has already been used.', redirectUrl);
}

/** Deletes expired requests and assertion IDs. */
export function deleteExpiredSsoRecords(ctx: ServiceContext): Promise<void> {
  return deleteExpired(ctx.db, ctx.now());
}
