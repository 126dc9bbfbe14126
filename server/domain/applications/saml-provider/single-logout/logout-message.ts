import type { ProjectContext } from '../../../../core/context.ts';
import { redirectBindingUrl } from '../../../../protocols/saml/bindings.ts';
import { logoutRequest, logoutResponse } from '../../../../protocols/saml/logout.ts';
import { statusPartialLogout, statusSuccess } from '../../../../protocols/saml/names.ts';
import { signEnveloped, type Unsigned, withoutSignature } from '../../../../protocols/saml/sign.ts';
import { samlSigningKey } from '../../../directory/applications/sso/saml-keys.ts';
import { samlIdpUrls } from '../../../directory/applications/sso/sso-app.ts';
import { newXmlId } from '../message-id.ts';
import type { ServiceProvider } from '../service-provider.ts';
import type { NextRequest } from './continue-logout.ts';

/** A signed message to a service provider that the browser brings there: an address, or a form. */
export type BrowserMessage = { url: string } | { action: string; fields: Record<string, string> };

/** A request counts for this long after it was issued. */
const requestMs = 5 * 60_000;

/** Builds the request to sign the user out. */
export function logoutRequestFor(
  ctx: ProjectContext,
  { step, sp, requestId }: NextRequest,
): Promise<BrowserMessage> {
  const written = logoutRequest({
    ...head(ctx, sp),
    id: requestId,
    destination: sp.metadata.logout?.url ?? '',
    notOnOrAfter: ctx.now() + requestMs,
    name: step.name,
    sessionIndex: step.sessionIndex,
  });
  return toMessage(ctx, sp, { written, parameter: 'SAMLRequest', relayState: '' });
}

/** Builds the answer to the request of a service provider that publishes an address for it. */
export function logoutResponseFor(
  ctx: ProjectContext,
  sp: ServiceProvider,
  answer: { requestId: string; relayState: string; statusCodes: string[] },
): Promise<BrowserMessage> {
  const written = logoutResponse({
    ...head(ctx, sp),
    id: newXmlId(ctx),
    destination: sp.metadata.logout?.responseUrl ?? '',
    inResponseTo: answer.requestId,
    statusCodes: answer.statusCodes,
  });
  return toMessage(ctx, sp, { written, parameter: 'SAMLResponse', relayState: answer.relayState });
}

/** The top-level status is about the session here, the one below it about the other applications (saml-core §3.7.3.2). */
export function logoutStatus({ isComplete }: { isComplete: boolean }): string[] {
  return isComplete ? [statusSuccess] : [statusSuccess, statusPartialLogout];
}

function head(ctx: Pick<ProjectContext, 'baseUrl' | 'now' | 'project'>, { app }: ServiceProvider) {
  return { issuer: samlIdpUrls(ctx, ctx.project.id, app.id).entityId, issueInstant: ctx.now() };
}

async function toMessage(
  ctx: ProjectContext,
  sp: ServiceProvider,
  message: { written: Unsigned; parameter: 'SAMLRequest' | 'SAMLResponse'; relayState: string },
): Promise<BrowserMessage> {
  const { written, parameter, relayState } = message;
  const { logout } = sp.metadata;
  if (!logout) throw new Error('a service provider without an address for logouts gets no message');
  const url = parameter === 'SAMLRequest' ? logout.url : logout.responseUrl;
  const signer = await samlSigningKey(ctx, sp.app.id);
  if (logout.binding === 'redirect') {
    const xml = withoutSignature(written);
    return {
      url: await redirectBindingUrl({
        ssoUrl: url,
        xml,
        parameter,
        signingKey: signer.privateKey,
        ...(relayState && { relayState }),
      }),
    };
  }
  const xml = await signEnveloped(written, signer);
  const fields = {
    [parameter]: Buffer.from(xml, 'utf8').toString('base64'),
    ...(relayState && { RelayState: relayState }),
  };
  return { action: url, fields };
}
