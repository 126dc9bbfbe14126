import { type AdministratorRole, administrationProjectId } from '../server/core/administration.ts';
import { prepareAdministration } from '../server/domain/administration/administrators/administration-project.ts';
import { makeFirstLink } from '../server/domain/administration/administrators/first-link.ts';
import { totpCode } from './authenticator-app.ts';
import type { Answer, Latchkey } from './harness.ts';

/** A browser with a page of the console: it sends the headers of a browser and keeps the cookie. */
export interface ConsolePage {
  /** Sends a request in the administration project, unless another one is named. */
  request(method: string, path: string, options?: PageRequest): Promise<Answer>;
  cookie(): string;
  setCookie(value: string): void;
}

export interface PageRequest {
  projectId?: string;
  body?: unknown;
  rawBody?: string;
  /** Replace the headers of the page. */
  headers?: Record<string, string>;
}

export const cookieName = 'latchkey-console';

export function openConsole(latchkey: Latchkey): ConsolePage {
  let cookie = '';
  return {
    cookie: () => cookie,
    setCookie: (value) => {
      cookie = value;
    },
    async request(method, path, { projectId = administrationProjectId, body, rawBody, headers } = {}) {
      const answer = await latchkey.request(method, path, {
        bearer: projectId,
        ...(body !== undefined && { body }),
        ...(rawBody !== undefined && { rawBody }),
        headers: {
          ...(headers ?? sentByPage(latchkey, method)),
          ...(cookie && { cookie: `${cookieName}=${cookie}` }),
        },
      });
      for (const line of answer.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (name === cookieName) cookie = value ?? '';
      }
      return answer;
    },
  };
}

/** Sends a request as a page does. A GET to the page's own origin has no Origin. */
export function sentByPage(latchkey: Latchkey, method: string): Record<string, string> {
  return {
    'sec-fetch-site': 'same-origin',
    ...(method !== 'GET' && { origin: new URL(latchkey.baseUrl).origin }),
  };
}

export interface SignedInAdministrator extends ConsolePage {
  loginId: string;
  password: string;
  /** Returns the next code, each for a new time step. */
  code(): string;
  /** Signs in again, in another browser. */
  signIn(): Promise<ConsolePage>;
}

const password = 'a long enough passphrase';

/** Chooses a password and an authenticator for an administrator who opened a link. */
export async function enrol(
  latchkey: Latchkey,
  page: ConsolePage,
  loginId: string,
): Promise<SignedInAdministrator> {
  const post = async (path: string, body: object) => expectDone(await page.request('POST', path, { body }));
  await post('/v1/auth/password/update', { loginId, newPassword: password });
  const { key } = await post('/v1/auth/totp/update', { loginId });
  const code = () => {
    latchkey.advance(30_000);
    return totpCode(key, latchkey.service.now());
  };
  await post('/v1/auth/totp/verify', { loginId, code: code(), loginOptions: { mfa: true } });
  return {
    ...page,
    loginId,
    password,
    code,
    async signIn() {
      const other = openConsole(latchkey);
      const first = { loginId, password };
      expectDone(await other.request('POST', '/v1/auth/password/signin', { body: first }));
      const second = { loginId, code: code(), loginOptions: { mfa: true } };
      expectDone(await other.request('POST', '/v1/auth/totp/verify', { body: second }));
      return other;
    },
  };
}

function expectDone({ status, body }: Answer): Answer['body'] {
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

/** Creates the first owner. */
export async function startConsole(
  latchkey: Latchkey,
  loginId = 'owner@example.com',
): Promise<SignedInAdministrator> {
  await prepareAdministration(latchkey.service);
  const token = await makeFirstLink(latchkey.service);
  const page = openConsole(latchkey);
  const body = { token, loginId, name: 'Olivia Owner' };
  expectDone(await page.request('POST', '/v1/console/start', { body }));
  return enrol(latchkey, page, loginId);
}

/** Creates an administrator through an owner, with the link that the owner hands over. */
export async function addAdministrator(
  latchkey: Latchkey,
  owner: ConsolePage,
  { loginId, role }: { loginId: string; role: AdministratorRole },
): Promise<SignedInAdministrator> {
  const post = async (path: string, body: object) => expectDone(await owner.request('POST', path, { body }));
  await post('/v1/mgmt/user/create', { loginId, roleNames: [role] });
  const { token } = await post('/v1/mgmt/user/signin/embeddedlink', { loginId, timeout: 3_600 });
  const page = openConsole(latchkey);
  expectDone(await page.request('POST', '/v1/auth/magiclink/verify', { body: { token } }));
  return enrol(latchkey, page, loginId);
}
