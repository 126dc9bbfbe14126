import type { ProjectContext, ProjectData, ServiceContext } from '../../../core/context.ts';
import { hashSecret, newSecret } from '../../../core/crypto.ts';
import { newId } from '../../../core/ids.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import { transaction } from '../../../storage/transaction.ts';
import { revocationsOf } from '../../directory/users/revocations.ts';
import { recordAudit } from '../../project/audit/record.ts';
import type { StartedSession } from '../../sessions/sessions/start-session.ts';
import { allowedNow } from './allowed.ts';
import { acrOf } from './assurance.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import type { Client } from './client.ts';
import type { CodeGrant } from './grant.ts';
import { deleteCodesBefore, insertCode } from './store.ts';
import { takePushedRequest } from './store-client-requests.ts';
import { subjectOf } from './subject.ts';

const codeLifetimeMs = 60_000;

/** For this long a second use of a code is noticed and ends the session of the first (RFC 9700 §4.5). */
const rememberedMs = 10 * 60_000;

/** Issues the code with which the application collects the user's tokens: 256 bits, 60 seconds, stored as a hash. */
export async function issueCode(
  ctx: ProjectContext,
  client: Client,
  request: AuthorizationRequest,
  { session, user }: StartedSession,
): Promise<string> {
  const code = newSecret();
  const { redirectUri, codeChallenge, dpopJkt, scopes, nonce } = request;
  const { idTokenClaims, userInfoClaims, resources } = request;
  const subject = await subjectOf(ctx, client, user.id);
  await transaction(ctx, async (ctx) => {
    if (request.pushedRequest) await spend(ctx, request.pushedRequest);
    const grant: CodeGrant = {
      redirectUri,
      codeChallenge,
      scopes,
      nonce,
      idTokenClaims,
      userInfoClaims,
      resources,
      subject,
      ...(dpopJkt && { dpopJkt }),
      clientId: client.id,
      issuer: client.issuer.url,
      authenticatedAt: session.createdAt,
      acr: acrOf(request.assurance, session.amr),
      browserSessionId: session.id,
      ...(request.tenantId && { tenantId: request.tenantId }),
      ...(client.thirdParty?.mcpServer && { mcpServerId: client.thirdParty.mcpServer.id }),
      // All of it is covered by the consent, as it is now.
      ...(client.thirdParty && { allowed: allowedNow(client.thirdParty, scopes) }),
      revocations: await revocationsOf(ctx, user.id),
    };
    await insertCode(ctx.db, {
      projectId: ctx.project.id,
      codeHash: hashSecret(code),
      appId: client.app.id,
      userId: user.id,
      grant: JSON.stringify(grant),
      sessionId: newId('S', ctx.now()),
      usedAt: null,
      expiresAt: ctx.now() + codeLifetimeMs,
    });
    await recordAudit(ctx, {
      action: 'ApplicationSignIn',
      userId: user.id,
      data: { application: client.app.id, scopes },
    });
  });
  return code;
}

/** A pushed request gets one code (RFC 9126 §4). One statement decides which of several requests that is. */
async function spend(ctx: ProjectData, requestHash: string): Promise<void> {
  if (await takePushedRequest(ctx.db, ctx.project.id, requestHash)) return;
  throw new OAuthError('invalid_request_uri', 'The pushed request has already been used. Push a new one');
}

export function deleteForgottenCodes(ctx: ServiceContext): Promise<void> {
  return deleteCodesBefore(ctx.db, ctx.now() - rememberedMs);
}
