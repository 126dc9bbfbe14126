import { createPrivateKey } from 'node:crypto';
import type { ProjectContext } from '../../../core/context.ts';
import { hashSecret } from '../../../core/crypto.ts';
import { withQuery } from '../../../core/url.ts';
import { authnRequest } from '../../../protocols/saml/authn-request.ts';
import { postBindingForm, redirectBindingUrl } from '../../../protocols/saml/bindings.ts';
import { signEnveloped, withoutSignature } from '../../../protocols/saml/sign.ts';
import { cannotStart } from '../relying-party/refusal.ts';
import { multiFactorContexts } from './asserted-factors.ts';
import { type Connection, serviceProviderOf, spKeyPurpose } from './connection.ts';
import { requireConfigured } from './load-connection.ts';
import { withEndpoints } from './oidc/late-discovery.ts';
import { oidcRequestUrl } from './oidc/request.ts';
import { SsoRefusal, withConnection } from './refusal.ts';
import { hashRequestId, type SsoRequest } from './request.ts';
import { bindRequest } from './store-sign-in.ts';

/** The way in which the browser brings the request to the identity provider. */
export type SentRequest = { url: string } | { action: string; fields: Record<string, string> };

/** Ties the request to the browser that opened it, and writes it in the connection's protocol. */
export async function sendRequest(
  ctx: ProjectContext,
  requestId: string,
  browserSecret: string,
): Promise<SentRequest> {
  const browserHash = hashSecret(browserSecret);
  const request = await bindRequest(ctx.db, ctx.project.id, hashRequestId(requestId), browserHash, ctx.now());
  if (!request) throw new SsoRefusal('request', cannotStart);
  const connection = await requireConfigured(ctx, request.tenantId, request.connectionId);
  return withConnection(connection, request, async () =>
    connection.protocol === 'oidc'
      ? { url: await oidcRequestUrl(ctx, await withEndpoints(ctx, connection), request, requestId) }
      : sendAuthnRequest(ctx, connection, request, requestId),
  );
}

async function sendAuthnRequest(
  ctx: ProjectContext,
  connection: Connection,
  request: SsoRequest,
  requestId: string,
): Promise<SentRequest> {
  const { settings } = connection;
  const sp = serviceProviderOf(ctx, connection);
  const isPost = settings.requestBinding === 'post' && settings.idpSsoPostUrl !== '';
  const destination = isPost ? settings.idpSsoPostUrl : settings.idpSsoUrl || settings.idpSsoPostUrl;
  const written = authnRequest({
    id: requestId,
    issueInstant: ctx.now(),
    destination,
    acsUrl: sp.acsUrl,
    spEntityId: sp.entityId,
    nameIdFormat: settings.subjectNameIdFormat,
    forceAuthn: request.state.forceAuthn,
    isPassive: request.state.isPassive,
    authnContexts: request.state.wantsFactors ? multiFactorContexts : [],
  });
  const privateKey = settings.signRequests ? createPrivateKey(spPrivateKey(ctx, connection)) : undefined;
  if (isPost) {
    const xml = privateKey
      ? await signEnveloped(written, { privateKey, certificate: connection.spCertificate })
      : withoutSignature(written);
    return postBindingForm({ url: destination, parameter: 'SAMLRequest', xml });
  }
  const url = await redirectBindingUrl({
    ssoUrl: destination,
    xml: withoutSignature(written),
    signingKey: privateKey,
  });
  // Not part of the signed data. The large identity providers fill in the user's name from it.
  return { url: request.state.loginHint ? withQuery(url, { login_hint: request.state.loginHint }) : url };
}

/** Returns our private key for this connection, PEM. */
export function spPrivateKey(
  ctx: Pick<ProjectContext, 'project' | 'sealer'>,
  { tenantId, id, sealedSpKey }: Connection,
): string {
  return ctx.sealer.unseal(sealedSpKey, spKeyPurpose(ctx.project.id, tenantId, id));
}
