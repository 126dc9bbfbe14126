import { createSealer, hashSecret, newSecret } from '../server/core/crypto.ts';
import type { CodeGrant } from '../server/domain/applications/openid-provider/grant.ts';
import type { Db } from '../server/storage/tables.ts';
import type { PreparedSession } from './prepared-session.ts';
import { forEach, manage, managed, type Request, sendSuccessfully } from './requests.ts';
import { projectId, returnUrl, secretKey, tenantId } from './settings.ts';

/** The applications that the users of the tenant sign in to. */
export interface Applications {
  oidc: { id: string; clientId: string; secret: string; issuer: string };
  /** The address of a taken request, at which the browser gets the response. */
  samlPath: string;
}

/** A session that the OpenID application holds. */
export interface ApplicationSession {
  id: string;
  userId: string;
  accessToken: string;
  refreshToken: string;
  /** The hash of the token ID that the server accepts. */
  tokenHash: string;
}

/** An authorization code that is not redeemed yet. */
export interface PreparedCode {
  code: string;
  userId: string;
  sessionId: string;
  browserSessionId: string;
}

/** Creates an OpenID application and a SAML application, for the members of the tenant. */
export async function createApplications(baseUrl: string, certificate: string): Promise<Applications> {
  const { id } = await manage<{ id: string }>(baseUrl, 'sso/idp/app/oidc/create', {
    name: 'Bench',
    loginPageUrl: 'https://app.bench.example/',
    approvedRedirectUrls: [returnUrl],
  });
  const load = async (path: string) =>
    JSON.parse((await sendSuccessfully(baseUrl, managed(`/v1/mgmt/sso/idp/app/${path}`))).body);
  const { clientId, issuer } = (await load(`load?id=${id}`)).oidcSettings;
  const { cleartext: secret } = await load(`secret?id=${id}`);
  const saml = await manage<{ id: string }>(baseUrl, 'sso/idp/app/saml/create', {
    name: 'Bench SAML',
    loginPageUrl: 'https://sp.bench.example/',
    entityId: 'https://sp.bench.example/',
    acsUrl: 'https://sp.bench.example/acs',
    certificate,
  });
  await manage(baseUrl, 'tenant/update', {
    id: tenantId,
    name: 'Bench',
    federatedAppIds: [id, saml.id],
  });
  // The first request for it creates it.
  await load(`saml/certificates?id=${saml.id}`);
  const begin = `${baseUrl}/v1/auth/saml/idp/initiate?app=${projectId}-${saml.id}`;
  const begun = await fetch(begin, { redirect: 'manual' });
  return { oidc: { id, clientId, secret, issuer }, samlPath: begun.headers.get('location') ?? '' };
}

/** Signs users in to the OpenID application, in the browsers that have these sessions. */
export async function signInToApplication(
  baseUrl: string,
  { oidc }: Applications,
  browsers: PreparedSession[],
): Promise<ApplicationSession[]> {
  const sessions: ApplicationSession[] = [];
  await forEach(browsers, 16, async (browser) => {
    const page = await sendSuccessfully(baseUrl, authorizeRequest(oidc, browser));
    const [, code = ''] = /name="code" value="([^"]+)"/.exec(page.body) ?? [];
    const { body } = await sendSuccessfully(baseUrl, redeemRequest(oidc, code));
    sessions.push({ userId: browser.userId, ...applicationSessionIn(body) });
  });
  return sessions;
}

/** Reads the session from an answer of the token endpoint. */
export function applicationSessionIn(body: string): Omit<ApplicationSession, 'userId'> {
  const { access_token: accessToken, refresh_token: refreshToken } = JSON.parse(body) as {
    access_token: string;
    refresh_token: string;
  };
  const [id = '', tokenId = ''] = refreshToken.split('.');
  return { id, accessToken, refreshToken, tokenHash: hashSecret(tokenId) };
}

/** Inserts codes whose value is known, of users who signed in with these sessions. */
export async function insertCodes(
  db: Db,
  { oidc }: Applications,
  browsers: PreparedSession[],
  count: number,
): Promise<PreparedCode[]> {
  const now = Date.now();
  const codes = Array.from({ length: count }, (_, index) => {
    const browser = browsers[index % browsers.length]!;
    const sessionId = `S${String(index).padStart(27, '0')}`;
    return { code: newSecret(), userId: browser.userId, sessionId, browserSessionId: browser.id };
  });
  for (let from = 0; from < codes.length; from += 200) {
    const rows = codes.slice(from, from + 200).map(({ code, userId, sessionId, browserSessionId }) => {
      const grant: CodeGrant = {
        redirectUri: returnUrl,
        codeChallenge: '',
        scopes: [...scopes],
        nonce: '',
        resources: [],
        idTokenClaims: [],
        userInfoClaims: [],
        subject: userId,
        browserSessionId,
        revocations: 0,
        clientId: oidc.clientId,
        issuer: oidc.issuer,
        authenticatedAt: now,
        acr: '1',
      };
      return {
        projectId,
        appId: oidc.id,
        userId,
        sessionId,
        codeHash: hashSecret(code),
        usedAt: null,
        grant: JSON.stringify(grant),
        expiresAt: now + 86_400_000,
      };
    });
    await db.insertInto('authorizationCodes').values(rows).execute();
  }
  return codes;
}

const scopes = ['openid', 'profile', 'email', 'offline_access'] as const;

/** Opens the application in a browser that is signed in. The code comes in a form, because only 200 counts here. */
export function authorizeRequest({ id, clientId }: Applications['oidc'], browser: PreparedSession): Request {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: returnUrl,
    scope: scopes.join(' '),
    response_type: 'code',
    response_mode: 'form_post',
    state: 'a-state',
  });
  return { method: 'GET', path: `/${id}/oauth2/v1/authorize?${query}`, headers: cookieOf(browser) };
}

export function redeemRequest(oidc: Applications['oidc'], code: string): Request {
  return form(oidc, 'token', { grant_type: 'authorization_code', redirect_uri: returnUrl, code });
}

export function renewRequest(oidc: Applications['oidc'], { refreshToken }: ApplicationSession): Request {
  return form(oidc, 'token', { grant_type: 'refresh_token', refresh_token: refreshToken });
}

export function introspectRequest(oidc: Applications['oidc'], { accessToken }: ApplicationSession): Request {
  return form(oidc, 'introspect', { token: accessToken });
}

export function userInfoRequest({ id }: Applications['oidc'], { accessToken }: ApplicationSession): Request {
  const headers = { authorization: `Bearer ${accessToken}` };
  return { method: 'GET', path: `/${id}/oauth2/v1/userinfo`, headers };
}

export function samlRequest({ samlPath }: Applications, browser: PreparedSession): Request {
  return { method: 'GET', path: samlPath, headers: cookieOf(browser) };
}

function form({ id, clientId, secret }: Applications['oidc'], endpoint: string, fields: object): Request {
  const body = new URLSearchParams({ client_id: clientId, client_secret: secret, ...fields });
  return {
    method: 'POST',
    path: `/${id}/oauth2/v1/${endpoint}`,
    body: body.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  };
}

const sealer = createSealer(Buffer.from(secretKey, 'base64'));

/** The cookie in which a browser keeps its session (`pages/browser-sessions`). */
function cookieOf({ id: sessionId, tokenId }: PreparedSession): { cookie: string } {
  const sealed = sealer.seal(JSON.stringify({ sessionId, tokenId }), `browser-session:${projectId}`);
  return { cookie: `latchkey-session-${projectId}=${sealed}` };
}
