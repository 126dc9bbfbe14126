import { createPrivateKey, randomUUID } from 'node:crypto';
import { newSecret } from '../server/core/crypto.ts';
import { defaultConnectionId } from '../server/domain/directory/tenants/tenant.ts';
import { startTest } from '../server/domain/federation/sso/start-sso.ts';
import { parseAuthnRequest } from '../server/protocols/saml/authn-request.ts';
import { readRedirectMessage } from '../server/protocols/saml/bindings.ts';
import { buildIdpResponse, type IdpResponseInput } from '../server/protocols/saml/idp-response.ts';
import { createCertifiedKey } from '../server/protocols/saml/self-signed.ts';
import type { Answer, Latchkey } from './harness.ts';

/** An identity provider with responses as the test wants them. */
export interface IdentityProvider {
  entityId: string;
  certificatePem: string;
  /** Signs a response to `request`, with `changes` to the correct one. */
  respond(request: ReceivedRequest, changes?: Partial<IdpResponseInput>): Promise<string>;
}

export interface ReceivedRequest {
  id: string | undefined;
  issuer: string;
  acsUrl: string;
  authnContexts?: string[];
}

export async function createIdentityProvider(
  latchkey: Latchkey,
  entityId: string,
): Promise<IdentityProvider> {
  const { privateKeyPem, certificatePem } = await createCertifiedKey(
    'idp',
    latchkey.service.now(),
    latchkey.service.generateRsaKeyPair,
  );
  const signer = { privateKey: createPrivateKey(privateKeyPem), certificate: certificatePem };
  return {
    entityId,
    certificatePem,
    respond(request, changes = {}) {
      const now = latchkey.service.now();
      return buildIdpResponse({
        responseId: `_${randomUUID()}`,
        assertionId: `_${randomUUID()}`,
        issuer: entityId,
        issueInstant: now,
        destination: request.acsUrl,
        recipient: request.acsUrl,
        inResponseTo: request.id,
        audience: request.issuer,
        nameId: 'alice@corp.example',
        nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
        attributes: { name: ['Alice'], groups: ['staff'] },
        notBefore: now - 1_000,
        notOnOrAfter: now + 60_000,
        sign: 'assertion',
        signer,
        ...changes,
      });
    },
  };
}

/** Creates a tenant connected to `idp`. */
export async function connectTenant(
  latchkey: Latchkey,
  tenantId: string,
  idp: IdentityProvider,
  settings: Record<string, unknown> = {},
  rest: Record<string, unknown> = {},
): Promise<void> {
  const created = await latchkey.manage('POST', '/v1/mgmt/tenant/create', {
    id: tenantId,
    name: `Tenant ${tenantId}`,
  });
  if (created.status !== 200) throw new Error(JSON.stringify(created.body));
  const configured = await latchkey.manage('POST', '/v1/mgmt/sso/saml', {
    tenantId,
    redirectUrl: 'http://127.0.0.1:9/app',
    settings: {
      idpUrl: 'https://idp.corp.example/sso',
      entityId: idp.entityId,
      idpCert: idp.certificatePem,
      ...settings,
    },
    ...rest,
  });
  if (configured.status !== 200) throw new Error(JSON.stringify(configured.body));
}

/** One user's browser: it keeps its cookie and follows no redirects by itself. */
export class SsoBrowser {
  readonly #latchkey: Latchkey;
  cookie = '';

  constructor(latchkey: Latchkey) {
    this.#latchkey = latchkey;
  }

  /** Starts a sign-in and opens its address. */
  async start(tenant: string, parameters: Record<string, string> = {}): Promise<ReceivedRequest> {
    const query = new URLSearchParams({ tenant, ...parameters });
    const { status, body } = await this.#latchkey.request('POST', `/v1/auth/sso/authorize?${query}`, {
      body: {},
    });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return this.open(body.url);
  }

  async open(url: string): Promise<ReceivedRequest> {
    const answer = await this.get(url);
    const location = answer.headers.get('location') ?? '';
    const { xml } = readRedirectMessage(location.slice(location.indexOf('?')));
    const { id, issuer, acsUrl = '', authnContexts } = parseAuthnRequest(xml);
    return { id, issuer, acsUrl, authnContexts };
  }

  async get(url: string): Promise<Answer> {
    const path = url.replace(this.#latchkey.baseUrl, '');
    const answer = await this.#latchkey.request('GET', path, {
      bearer: null,
      headers: { cookie: this.cookie },
    });
    this.cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? this.cookie;
    return answer;
  }

  /** Posts the response as the identity provider's page does: without the cookie, then on to our page. */
  async post(acsUrl: string, xml: string, relayState = ''): Promise<Answer> {
    const posted = await this.#latchkey.request('POST', acsUrl.replace(this.#latchkey.baseUrl, ''), {
      bearer: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      rawBody: new URLSearchParams({
        SAMLResponse: Buffer.from(xml).toString('base64'),
        RelayState: relayState,
      }).toString(),
    });
    const next = posted.headers.get('location') ?? '';
    return next.startsWith(this.#latchkey.baseUrl) ? this.get(next) : posted;
  }
}

/** Starts a test of a tenant's connection in this browser, as the setup page does, and returns the address that it opens. */
export function startTestIn(
  browser: { cookie: string },
  { context, baseUrl }: Latchkey,
  tenantId: string,
): Promise<string> {
  const browserSecret = newSecret();
  browser.cookie = `latchkey-browser=${browserSecret}`;
  const returnUrl = `${baseUrl}/setup`;
  return startTest(context, { tenantId, connectionId: defaultConnectionId, returnUrl, browserSecret });
}

/** Returns the code in the redirect address, if there is one. */
export function codeOf(answer: Answer): string | undefined {
  const location = answer.headers.get('location');
  return (location && new URL(location).searchParams.get('code')) || undefined;
}

export function errorOf(answer: Answer): string {
  const location = answer.headers.get('location');
  return location ? (new URL(location).searchParams.get('err') ?? '') : String(answer.body);
}
