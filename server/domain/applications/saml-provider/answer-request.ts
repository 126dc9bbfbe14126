import type { ProjectContext } from '../../../core/context.ts';
import { SamlError } from '../../../protocols/saml/error.ts';
import { buildIdpErrorResponse, buildIdpResponse } from '../../../protocols/saml/idp-response.ts';
import { passwordContext } from '../../../protocols/saml/names.ts';
import { transaction } from '../../../storage/transaction.ts';
import { samlSigningKey } from '../../directory/applications/sso/saml-keys.ts';
import { samlIdpUrls } from '../../directory/applications/sso/sso-app.ts';
import { recordAudit } from '../../project/audit/record.ts';
import type { StartedSession } from '../../sessions/sessions/start-session.ts';
import { attributesFor } from './attributes.ts';
import { newXmlId } from './message-id.ts';
import { nameIdOf } from './name-id.ts';
import type { SignInRequest } from './read-request.ts';
import type { ServiceProvider } from './service-provider.ts';
import { recordParticipant, sessionIndexOf } from './single-logout/participant.ts';

const statusPrefix = 'urn:oasis:names:tc:SAML:2.0:status:';

/** Statuses below Requester and Responder with which a request can be refused at the service provider (saml-core §3.2.2.2). */
export type RefusalStatus = 'NoPassive' | 'NoAuthnContext' | 'InvalidNameIDPolicy' | 'RequestDenied';

/** An assertion counts for this long after it was issued. */
const assertionMs = 5 * 60_000;

const multiFactorContext = 'https://refeds.org/profile/mfa';

/** Returns the context classes that a session proves by how the user signed in. */
export function contextsOf({ amr }: { amr: string[] }): string[] {
  const plain = [
    passwordContext,
    'urn:oasis:names:tc:SAML:2.0:ac:classes:Password',
    'urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified',
  ];
  return amr.includes('mfa')
    ? [multiFactorContext, 'http://schemas.microsoft.com/claims/multipleauthn', ...plain]
    : plain;
}

/** Reports whether the session can state one of the context classes that the request asks for. */
export function answersContexts(
  { authnContexts }: Pick<SignInRequest, 'authnContexts'>,
  session: { amr: string[] },
): boolean {
  const contexts = contextsOf(session);
  return authnContexts.length === 0 || authnContexts.some((one) => contexts.includes(one));
}

/** Returns why the session cannot answer the request, or `undefined` if it can. */
export async function refusalFor(
  ctx: ProjectContext,
  sp: ServiceProvider,
  request: SignInRequest,
  started: StartedSession,
): Promise<'NoAuthnContext' | 'InvalidNameIDPolicy' | undefined> {
  if (!answersContexts(request, started.session)) return 'NoAuthnContext';
  return (await nameIdOf(ctx, sp, request.nameIdFormat, started)) ? undefined : 'InvalidNameIDPolicy';
}

/**
 * Builds the signed response for the service provider, and remembers that it takes part in the session. Returns `undefined` if the session has
 * just ended. Throws a SamlError if the response must be encrypted, and there is no certificate.
 */
export async function answerRequest(
  ctx: ProjectContext,
  sp: ServiceProvider,
  request: SignInRequest,
  started: StartedSession,
): Promise<string | undefined> {
  const { session, user } = started;
  const name = await nameIdOf(ctx, sp, request.nameIdFormat, started);
  if (!name) throw new Error('a request with a name that the user does not have was not refused');
  const encryptFor = encryptionCertificate(sp);
  const contexts = contextsOf(session);
  const now = ctx.now();
  const sessionIndex = sessionIndexOf(ctx, session.id, sp.app.id);
  const xml = await buildIdpResponse({
    responseId: newXmlId(ctx),
    assertionId: newXmlId(ctx),
    issuer: samlIdpUrls(ctx, ctx.project.id, sp.app.id).entityId,
    issueInstant: now,
    destination: request.acsUrl,
    recipient: request.acsUrl,
    ...(request.id !== undefined && { inResponseTo: request.id }),
    audience: sp.metadata.entityId,
    nameId: name.value,
    nameIdFormat: name.format,
    nameQualifiers: name.nameQualifiers,
    sessionIndex,
    attributes: attributesFor(sp.settings, user),
    authnInstant: session.createdAt,
    authnContext:
      request.authnContexts.find((one) => contexts.includes(one)) ?? contexts[0] ?? passwordContext,
    notBefore: now - 60_000,
    notOnOrAfter: now + assertionMs,
    sessionNotOnOrAfter: session.expiresAt,
    sign: 'both',
    signer: await samlSigningKey(ctx, sp.app.id),
    ...(encryptFor && { encryptFor }),
  });
  const isRecorded = await transaction(ctx, async (ctx) => {
    if (!(await recordParticipant(ctx, session.id, { appId: sp.app.id, name, sessionIndex }))) return false;
    await recordAudit(ctx, {
      action: 'ApplicationSignIn',
      userId: user.id,
      data: { application: sp.app.id, protocol: 'saml' },
    });
    return true;
  });
  return isRecorded ? xml : undefined;
}

function encryptionCertificate({ settings, metadata }: ServiceProvider): string | undefined {
  if (!settings.assertionEncrypted) return undefined;
  const [certificate] = metadata.encryptionCertificates;
  if (certificate) return certificate;
  throw new SamlError(
    'metadata',
    'The assertion must be encrypted, but the application has no certificate. Add one with an RSA key.',
  );
}

/** Builds the response that refuses a request. */
export async function refuseRequest(
  ctx: ProjectContext,
  sp: ServiceProvider,
  request: SignInRequest,
  status: RefusalStatus,
): Promise<string> {
  const isTheirs = status === 'InvalidNameIDPolicy' || status === 'NoAuthnContext';
  return buildIdpErrorResponse({
    responseId: newXmlId(ctx),
    issuer: samlIdpUrls(ctx, ctx.project.id, sp.app.id).entityId,
    issueInstant: ctx.now(),
    destination: request.acsUrl,
    ...(request.id !== undefined && { inResponseTo: request.id }),
    statusCode: `${statusPrefix}${isTheirs ? 'Requester' : 'Responder'}`,
    innerStatusCode: `${statusPrefix}${status}`,
    signer: await samlSigningKey(ctx, sp.app.id),
  });
}
