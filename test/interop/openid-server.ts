import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, SignJWT } from 'jose';
import type { KeyPair } from '../../server/core/key-pairs.ts';
import type { OAuthDescription, OpenIdDescription } from './description.ts';
import { fillJson, type Values } from './fill.ts';

export const client = { id: 'latchkey', secret: 's3cret: & ü' };

/** The response of the provider in one sign-in. */
export type Answering = { person: Values; issuer: string; now: number } & (
  | { oidc: OpenIdDescription; anySecret?: boolean }
  | { oauth: OAuthDescription }
);

/** All described OpenID and OAuth providers, each below a path of its own. */
export interface DescribedProviders {
  origin: string;
  /** Serves the discovery document and the keys. Returns the issuer. */
  serve(description: OpenIdDescription): string;
  serveMetadata(path: string, xml: string): string;
  /** Signs the person in: returns the parameters of the redirect or of the form. */
  signIn(authorizationUrl: string, answering: Answering): URLSearchParams;
  close(): void;
}

/** `rsa` signs what no other key signs, because RSA keys are slow to create. */
export async function startDescribedProviders(rsa: KeyPair): Promise<DescribedProviders> {
  const keys = {
    RS256: rsa,
    ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    EdDSA: generateKeyPairSync('ed25519'),
  };
  const documents = new Map<string, { type: string; body: string | (() => Promise<string>) }>();
  const codes = new Map<string, Answering & { asked: URLSearchParams }>();
  const accessTokens = new Map<string, Answering>();
  const json = (response: ServerResponse, body: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

  /** RFC 6749 §5.2 and RFC 6750 §3: the header answers in the scheme of the request. */
  function refuseCredentials(request: IncomingMessage, response: ServerResponse, error: string): void {
    const [scheme] = request.headers.authorization?.split(' ') ?? [];
    if (scheme) response.setHeader('www-authenticate', `${scheme} realm="provider", error="${error}"`);
    json(response, { error }, 401);
  }

  const pairFor = (algorithm: OpenIdDescription['algorithm']): KeyPair =>
    algorithm === 'ES256' || algorithm === 'EdDSA' ? keys[algorithm] : keys.RS256;

  async function jwkSet(
    { algorithm, variants = [], keys: published = {} }: OpenIdDescription,
    issuer: string,
  ) {
    const used = new Set([algorithm, ...variants.map((variant) => variant.algorithm ?? algorithm)]);
    const own = [...used].map(async (alg) => ({
      ...(await exportJWK(pairFor(alg).publicKey)),
      kid: `${alg}-1`,
      use: 'sig',
      ...(!published.withoutAlg && { alg: alg === 'HS256' ? 'RS256' : alg }),
      ...(fillJson(published.members ?? {}, { ...nobody, issuer }) as object),
    }));
    const other = { ...(await exportJWK(keys.RS256.publicKey)), kid: 'enc', use: 'enc', alg: 'RSA-OAEP' };
    return { keys: [...(published.encryptionKey ? [other] : []), ...(await Promise.all(own))] };
  }

  async function idToken(oidc: OpenIdDescription, values: Values, nonce: string | null, accessToken: string) {
    const { algorithm } = oidc;
    const now = Number(values['now']);
    const claims = {
      iss: String(values['issuer']),
      aud: oidc.audienceList ? [client.id] : client.id,
      iat: now,
      exp: now + 3_600,
      ...(nonce !== null && !oidc.withoutNonce && { nonce }),
      ...(oidc.atHash && {
        at_hash: createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url'),
      }),
      ...(fillJson(oidc.idToken, values) as object),
    };
    const jwt = new SignJWT(claims).setProtectedHeader({ alg: algorithm, kid: `${algorithm}-1`, typ: 'JWT' });
    return algorithm === 'HS256'
      ? jwt.sign(Buffer.from(client.secret.padEnd(32, '!')))
      : jwt.sign(pairFor(algorithm).privateKey);
  }

  async function token(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request));
    const granted = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    if (!granted) return void json(response, { error: 'invalid_grant' }, 400);
    const { asked, person, issuer, now } = granted;
    const values = valuesOf(granted);
    if ('oidc' in granted && !granted.anySecret && !knowsClient(granted.oidc, request, form))
      return void refuseCredentials(request, response, 'invalid_client');
    const challenge = asked.get('code_challenge');
    const verifier = form.get('code_verifier') ?? '';
    const isProven =
      challenge === null || createHash('sha256').update(verifier).digest('base64url') === challenge;
    if (!isProven || form.get('redirect_uri') !== asked.get('redirect_uri'))
      return void json(response, { error: 'invalid_grant' }, 400);
    const access_token = `at-${randomUUID()}`;
    accessTokens.set(access_token, granted);
    if ('oauth' in granted) {
      accessTokens.set(String(granted.oauth.tokenResponse['access_token']), granted);
      return void json(response, granted.oauth.tokenResponse);
    }
    json(response, {
      access_token,
      token_type: 'Bearer',
      expires_in: 3_600,
      id_token: await idToken(
        granted.oidc,
        { ...person, ...values, issuer, now },
        asked.get('nonce'),
        access_token,
      ),
      ...granted.oidc.tokenResponse,
    });
  }

  function userInfo(request: IncomingMessage, response: ServerResponse, isEmails: boolean): void {
    const granted = accessTokens.get(request.headers.authorization?.replace(/^Bearer /i, '') ?? '');
    if (!granted) return void refuseCredentials(request, response, 'invalid_token');
    const values = valuesOf(granted);
    if ('oauth' in granted)
      return void json(
        response,
        fillJson((isEmails ? granted.oauth.emails : granted.oauth.userInfo) ?? [], values),
      );
    const { status = 200, body } = granted.oidc.userInfo ?? { status: 404, body: '' };
    if (status === 401) refuseCredentials(request, response, 'invalid_token');
    else if (body === '') response.writeHead(status, { 'content-type': 'application/json' }).end();
    else json(response, fillJson(body, values), status);
  }

  async function send(
    response: ServerResponse,
    { type, body }: { type: string; body: string | (() => Promise<string>) },
  ) {
    response.writeHead(200, { 'content-type': type }).end(typeof body === 'string' ? body : await body());
  }

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    const document = documents.get(pathname);
    if (document) void send(response, document);
    else if (pathname.endsWith('/token')) void token(request, response);
    else if (pathname.endsWith('/userinfo')) userInfo(request, response, false);
    else if (pathname.endsWith('/emails')) userInfo(request, response, true);
    else json(response, {}, 404);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    serve(oidc) {
      const issuer = `${origin}${oidc.issuerPath}`;
      const base = issuer.replace(/\/$/, '');
      const discovery = {
        issuer,
        authorization_endpoint: `${base}/authorize`,
        token_endpoint: `${base}/token`,
        ...(oidc.userInfo && { userinfo_endpoint: `${base}/userinfo` }),
        jwks_uri: `${base}/keys`,
        ...oidc.discovery,
      };
      const path = new URL(base).pathname;
      const type = 'application/json';
      documents.set(`${path}/.well-known/openid-configuration`, { type, body: JSON.stringify(discovery) });
      documents.set(`${path}/keys`, { type, body: async () => JSON.stringify(await jwkSet(oidc, issuer)) });
      return issuer;
    },
    serveMetadata(path, xml) {
      documents.set(path, { type: 'application/samlmetadata+xml', body: xml });
      return `${origin}${path}`;
    },
    signIn(authorizationUrl, answering) {
      const { searchParams: asked } = new URL(authorizationUrl);
      const code = randomUUID();
      codes.set(code, { ...answering, asked });
      const redirect = 'oidc' in answering ? answering.oidc.redirect : undefined;
      const filled = fillJson(redirect ?? {}, valuesOf(answering)) as Record<string, string>;
      return new URLSearchParams({ code, state: asked.get('state') ?? '', ...filled });
    },
    close: () => void server.close(),
  };
}

function valuesOf({ person, issuer, now }: Answering): Values {
  return { ...person, issuer, now, clientId: client.id, numberAsText: String(person.number) };
}

const nobody: Values = {
  number: 0,
  uuid: '',
  username: '',
  email: '',
  name: '',
  givenName: '',
  familyName: '',
  groups: [],
};

/** RFC 6749 §2.3.1: by Basic, ID and secret are form-encoded first. */
function knowsClient({ authentication }: OpenIdDescription, request: IncomingMessage, form: URLSearchParams) {
  const encoded = (value: string) => new URLSearchParams({ v: value }).toString().slice(2);
  const basic = Buffer.from(`${encoded(client.id)}:${encoded(client.secret)}`).toString('base64');
  if (authentication === 'client_secret_basic')
    return request.headers.authorization === `Basic ${basic}` && !form.has('client_secret');
  return (
    request.headers.authorization === undefined &&
    form.get('client_id') === client.id &&
    form.get('client_secret') === client.secret
  );
}
