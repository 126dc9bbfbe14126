import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import type { Answer, Latchkey } from './harness.ts';

/** An OpenID provider with responses as the test wants them. */
export interface OpenIdProvider {
  issuer: string;
  /** The faults and deviations; the test clears them. */
  faults: OpenIdFaults;
  /** The token requests so far. */
  tokenRequests: URLSearchParams[];
  /** Signs in a user and returns the address that its page would redirect to. */
  signIn(authorizationUrl: string, claims?: Record<string, unknown>, more?: SignInChanges): Promise<string>;
  close(): void;
}

export interface OpenIdFaults {
  /** The published keys, in place of the one that signs. */
  keys?: (own: object) => object[];
  algorithm?: 'none' | 'HS256' | 'ES256' | 'foreign-key';
  delayMs?: number;
  /** Runs before the discovery document is sent. */
  beforeDiscovery?: () => Promise<unknown>;
  discovery?: Record<string, unknown>;
  discoveryStatus?: number;
  tokenStatus?: number;
  /** The token endpoint accepts the client secret in the body only, or in no way. */
  clientSecret?: 'post' | 'rejected';
  /** It checks the code before the client. */
  checksCodeFirst?: boolean;
  /** It refuses a client or an access token with a challenge (RFC 6749 §5.2, RFC 6750 §3). */
  challenges?: boolean;
  /** The tokens besides the ID token. */
  tokens?: Record<string, unknown>;
  /** The response to a refresh token. Absent: it is refused. */
  renewed?: Record<string, unknown>;
  userInfo?: Record<string, unknown>;
  /** The response of the userinfo endpoint in place of JSON. */
  userInfoAnswer?: { status: number; body: string };
  /** The user whom its page signs in at once. */
  person?: Record<string, unknown>;
}

export interface SignInChanges {
  /** The parameters of the redirect back. */
  answer?: Record<string, string>;
}

export async function startOpenIdProvider(latchkey: Latchkey): Promise<OpenIdProvider> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const foreign = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', use: 'sig' };
  const elliptic = await generateKeyPair('ES256');
  const ellipticJwk = { ...(await exportJWK(elliptic.publicKey)), kid: 'k2', use: 'sig' };
  const codes = new Map<
    string,
    { claims: Record<string, unknown>; challenge: string; redirectUri: string }
  >();
  const faults: OpenIdFaults = {};
  const tokenRequests: URLSearchParams[] = [];
  const json = (response: ServerResponse, body: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

  function sign(claims: Record<string, unknown>): Promise<string> | string {
    if (faults.algorithm === 'none') return new UnsecuredJWT(claims).encode();
    if (faults.algorithm === 'HS256') {
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(Buffer.from('secret'.padEnd(32, '!')));
    }
    if (faults.algorithm === 'ES256')
      return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'k2' }).sign(elliptic.privateKey);
    const key = faults.algorithm === 'foreign-key' ? foreign.privateKey : privateKey;
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k1' }).sign(key);
  }

  function knowsClient({ headers }: IncomingMessage, form: URLSearchParams): boolean {
    if (faults.clientSecret === 'rejected') return false;
    if (faults.clientSecret === 'post') return form.get('client_secret') === 'secret';
    return headers.authorization === `Basic ${Buffer.from('latchkey:secret').toString('base64')}`;
  }

  async function answerToken(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request));
    tokenRequests.push(form);
    if (faults.delayMs) await new Promise((resolve) => setTimeout(resolve, faults.delayMs));
    if (faults.tokenStatus) return void json(response, { error: 'server_error' }, faults.tokenStatus);
    if (faults.checksCodeFirst && !codes.has(form.get('code') ?? ''))
      return void json(response, { error: 'invalid_grant' }, 400);
    if (!knowsClient(request, form)) {
      if (faults.challenges) response.setHeader('www-authenticate', 'Basic realm="clients"');
      return void json(response, { error: 'invalid_client' }, 401);
    }
    if (form.get('grant_type') === 'refresh_token') {
      const answer = faults.renewed ?? { error: 'invalid_grant' };
      return void json(response, { token_type: 'Bearer', ...answer }, faults.renewed ? 200 : 400);
    }
    const code = form.get('code') ?? '';
    const granted = codes.get(code);
    codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (granted?.challenge !== challenge || granted.redirectUri !== form.get('redirect_uri')) {
      return void json(response, { error: 'invalid_grant' }, 400);
    }
    const id_token = await sign(granted.claims);
    const access_token = `at-${String(granted.claims['sub'])}`;
    json(response, { access_token, token_type: 'Bearer', id_token, ...faults.tokens });
  }

  async function signIn(
    authorizationUrl: string,
    claims: Record<string, unknown> = {},
    { answer = {} }: SignInChanges = {},
  ): Promise<string> {
    const { searchParams: asked } = new URL(authorizationUrl);
    const now = Math.floor(latchkey.service.now() / 1000);
    const code = randomUUID();
    codes.set(code, {
      challenge: asked.get('code_challenge') ?? '',
      redirectUri: asked.get('redirect_uri') ?? '',
      claims: {
        iss: issuer,
        aud: asked.get('client_id'),
        sub: 'alice',
        iat: now,
        exp: now + 300,
        nonce: asked.get('nonce'),
        ...claims,
      },
    });
    const url = new URL(asked.get('redirect_uri') ?? '');
    const parameters = { state: asked.get('state') ?? '', code, ...answer };
    for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value);
    return url.href;
  }

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', issuer);
    if (pathname === '/.well-known/openid-configuration') {
      await faults.beforeDiscovery?.();
      json(
        response,
        {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          userinfo_endpoint: `${issuer}/userinfo`,
          jwks_uri: `${issuer}/jwks`,
          id_token_signing_alg_values_supported: ['RS256'],
          ...faults.discovery,
        },
        faults.discoveryStatus,
      );
    } else if (pathname === '/jwks') json(response, { keys: faults.keys?.(jwk) ?? [jwk, ellipticJwk] });
    else if (pathname === '/userinfo') {
      if (faults.challenges) response.setHeader('www-authenticate', 'Bearer error="invalid_token"');
      if (faults.userInfoAnswer)
        return void response.writeHead(faults.userInfoAnswer.status).end(faults.userInfoAnswer.body);
      const sub = request.headers.authorization?.replace('Bearer at-', '');
      json(response, { sub, ...faults.userInfo });
    } else if (pathname === '/authorize') {
      const back = signIn(`${issuer}${request.url}`, faults.person);
      void back.then((location) => response.writeHead(303, { location }).end());
    } else if (pathname === '/token') void answerToken(request, response);
    else json(response, {}, 404);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    issuer,
    faults,
    tokenRequests,
    signIn,
    close: () => void server.close(),
  };
}

/** Creates a tenant whose default connection uses `provider`. */
export async function connectOidcTenant(
  latchkey: Latchkey,
  tenantId: string,
  provider: Pick<OpenIdProvider, 'issuer'>,
  settings: Record<string, unknown> = {},
  rest: Record<string, unknown> = {},
): Promise<void> {
  await must(latchkey, '/v1/mgmt/tenant/create', { id: tenantId, name: `Tenant ${tenantId}` });
  await must(latchkey, '/v1/mgmt/sso/oidc', {
    tenantId,
    settings: {
      name: 'Corp',
      clientId: 'latchkey',
      clientSecret: 'secret',
      issuer: provider.issuer,
      redirectUrl: 'http://127.0.0.1:9/app',
      ...settings,
    },
    ...rest,
  });
}

async function must(latchkey: Latchkey, path: string, body: unknown): Promise<void> {
  const answer = await latchkey.manage('POST', path, body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}

/** One user's browser: it keeps its cookie and follows no redirects by itself. */
export class OidcBrowser {
  readonly #latchkey: Latchkey;
  cookie = '';

  constructor(latchkey: Latchkey) {
    this.#latchkey = latchkey;
  }

  /** Starts a sign-in and opens its address: the request to the identity provider. */
  async start(tenant: string, parameters: Record<string, string> = {}): Promise<string> {
    const query = new URLSearchParams({ tenant, ...parameters });
    const path = `/v1/auth/sso/authorize?${query}`;
    const { status, body } = await this.#latchkey.request('POST', path, { body: {} });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return (await this.get(body.url)).headers.get('location') ?? '';
  }

  /** Returns the response of the address that starts a sign-in. */
  async open(tenant: string): Promise<Answer> {
    const path = `/v1/auth/sso/authorize?tenant=${tenant}&redirectURL=${encodeURIComponent('http://127.0.0.1:9/app')}`;
    const { body } = await this.#latchkey.request('POST', path, { body: {} });
    return this.get(body.url);
  }

  async get(url: string): Promise<Answer> {
    const path = url.replace(this.#latchkey.baseUrl, '');
    const headers = { cookie: this.cookie };
    const answer = await this.#latchkey.request('GET', path, { bearer: null, headers });
    this.cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? this.cookie;
    return answer;
  }
}
