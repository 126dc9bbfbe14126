import { randomUUID } from 'node:crypto';
import { managementKey, projectId } from './instances.ts';

/** The acknowledged writes of a load, and the requests that failed. */
export interface Record {
  requests: number;
  failures: string[];
  /** The last acknowledged name of each user. */
  names: Map<string, string>;
  /** The newest refresh JWT of each session. */
  sessions: Map<string, string>;
}

export function emptyRecord(): Record {
  return { requests: 0, failures: [], names: new Map(), sessions: new Map() };
}

const password = 'Correct-horse-battery-9';

/** Lets this machine send as many requests as it likes. */
export async function liftLimits(baseUrl: string): Promise<void> {
  const record = emptyRecord();
  await asker(baseUrl, record)(
    '/v1/mgmt/project/settings',
    { unlimitedAddresses: ['127.0.0.0/8'] },
    managementKey,
  );
  if (record.failures[0]) throw new Error(record.failures[0]);
}

/** Writes, reads, and signs users in until `signal` is aborted. */
export async function workUntil(signal: AbortSignal, baseUrl: string, record: Record): Promise<void> {
  const ask = asker(baseUrl, record);
  const repeat = async (work: () => Promise<unknown>) => {
    while (!signal.aborted) await work();
  };
  await Promise.all([
    ...[1, 2, 3].map(() => repeat(() => createAndRename(ask, record))),
    repeat(() => signInByPassword(ask, record)),
    ...[1, 2].map(() => repeat(() => refreshSession(ask, record))),
    repeat(() => signInByLink(ask, record)),
    repeat(() => ask('/v2/mgmt/user/search', { limit: 10, text: 'name' }, managementKey)),
  ]);
}

/** Returns what contradicts the record, after everything has been answered. */
export async function verify(baseUrl: string, record: Record): Promise<string[]> {
  const later = emptyRecord();
  const ask = asker(baseUrl, later);
  const wrong: string[] = [];
  for (const [loginId, name] of record.names) {
    const answer = await ask('/v2/mgmt/user/search', { loginIds: [loginId] }, managementKey);
    if (answer?.users[0]?.name !== name) wrong.push(`${loginId} is not called ${name}`);
  }
  for (const [loginId, refreshJwt] of record.sessions) {
    if (!(await ask('/v1/auth/refresh', {}, refreshJwt))) wrong.push(`the session of ${loginId} is lost`);
  }
  return [...wrong, ...later.failures];
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of several endpoints.
type Ask = (path: string, body: object, secret?: string) => Promise<any>;

/** Notes every response but 200, and none at all, as a failure. */
function asker(baseUrl: string, record: Record): Ask {
  return async (path, body, secret) => {
    record.requests += 1;
    try {
      const response = await fetch(`${baseUrl}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${[projectId, secret].filter(Boolean).join(':')}`,
          'content-type': 'application/json',
          connection: 'close',
        },
        body: JSON.stringify(body),
      });
      const text = await response.text();
      if (response.status === 200) return JSON.parse(text);
      record.failures.push(`${path}: ${response.status} ${text}`);
    } catch (error) {
      record.failures.push(`${path}: ${(error as Error).cause ?? error}`);
    }
    return undefined;
  };
}

async function createAndRename(ask: Ask, record: Record): Promise<void> {
  const loginId = `n${randomUUID()}@example.com`;
  if (!(await ask('/v1/mgmt/user/create', { loginId, displayName: 'name' }, managementKey))) return;
  record.names.set(loginId, 'name');
  const displayName = `name ${randomUUID()}`;
  if (await ask('/v1/mgmt/user/update/name', { loginId, displayName }, managementKey))
    record.names.set(loginId, displayName);
}

async function signInByPassword(ask: Ask, record: Record): Promise<void> {
  const loginId = `p${randomUUID()}@example.com`;
  await ask('/v1/mgmt/user/create', { loginId, password }, managementKey);
  const session = await ask('/v1/auth/password/signin', { loginId, password });
  if (session) record.sessions.set(loginId, session.refreshJwt);
}

async function signInByLink(ask: Ask, record: Record): Promise<void> {
  const loginId = `l${randomUUID()}@example.com`;
  await ask('/v1/mgmt/user/create', { loginId }, managementKey);
  const link = await ask('/v1/mgmt/user/signin/embeddedlink', { loginId }, managementKey);
  const session = link && (await ask('/v1/auth/magiclink/verify', { token: link.token }));
  if (session) record.sessions.set(loginId, session.refreshJwt);
}

/** Takes a session out of the record while it is refreshed, so that nothing else refreshes it meanwhile. */
async function refreshSession(ask: Ask, record: Record): Promise<void> {
  const [entry] = record.sessions;
  if (!entry) return new Promise((resolve) => setTimeout(resolve, 20));
  const [loginId, refreshJwt] = entry;
  record.sessions.delete(loginId);
  const session = await ask('/v1/auth/refresh', {}, refreshJwt);
  if (session) record.sessions.set(loginId, session.refreshJwt);
}
