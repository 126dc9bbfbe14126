import type { Api } from './api.ts';
import { type Connection, createCall, headerText, type TenantAdministrator } from './call.ts';
import { createApi } from './method.ts';
import { type Roles, roles } from './roles.ts';
import { createSessions, type Sessions } from './session.ts';

export type * from './api.ts';
export type { TenantAdministrator } from './call.ts';
export type { Failure, Result } from './result.ts';
export type { Watch } from './revocations.ts';
export type { Roles } from './roles.ts';
export type { LiveSession, SessionClaims, Sessions } from './session.ts';

export interface ClientOptions {
  /** The ID of the project, which `npm start` and the console show. */
  projectId: string;
  /**
   * Required for `client.management`, unless there is a `tenantAdministrator`. The key can do everything in the project. Never give it to a browser or
   * an app.
   */
  managementKey?: string;
  /**
   * Makes `client.management` call as a signed-in user who administers a tenant, with their refresh JWT instead of a
   * management key. Only the calls that are open to tenant administrators work. The client can run in a browser.
   */
  tenantAdministrator?: TenantAdministrator;
  /**
   * The URL of the service, such as `https://auth.example.com`. A path in it is kept. Default: in a browser, the
   * page's origin; elsewhere, `http://localhost:8080`, the address of `npm start`.
   */
  baseUrl?: string;
  /** Replaces the global `fetch`, for example for a proxy, a log or a test. */
  fetch?: Connection['fetch'];
  /** The timeout of one call, including reading its response, in milliseconds. Default: 30,000. */
  timeoutMs?: number;
}

/** Timers count in 32 bits. */
const longestTimerMs = 2 ** 31 - 1;

/** The methods of a client: those of the API, of sessions and of roles. */
export interface Client extends Api, Sessions, Roles {}

/**
 * Creates a client for one project.
 *
 *     const client = createClient({ projectId, managementKey, baseUrl: 'https://auth.example.com' });
 *     const created = await client.management.user.create('ann@example.com');
 *     if (!created.ok) console.error(created.error.errorMessage);
 *
 * Returns the client. Its methods never reject because of the service or the network. Each resolves to a
 * `Result`, whose `ok` says whether the call succeeded.
 *
 * Errors: throws a TypeError for options that no call could work with.
 *
 * Source: the credentials format is `Authorization: Bearer <projectId>[:<key or JWT>]` (RFC 6750 §2.1).
 */
export function createClient(options: ClientOptions): Client {
  const connection = connect(options);
  const call = createCall(connection);
  return { ...createApi(call), ...createSessions(call, connection), ...roles };
}

function connect({
  projectId,
  managementKey,
  tenantAdministrator,
  baseUrl = defaultBaseUrl(),
  fetch,
  timeoutMs = 30_000,
}: ClientOptions): Connection {
  if (!projectId || !headerText.test(projectId) || projectId.includes(':')) {
    throw new TypeError('projectId must be the ID of a project, such as P followed by 27 letters and digits');
  }
  if (managementKey && !headerText.test(managementKey)) {
    throw new TypeError('managementKey contains characters that a management key cannot have');
  }
  if (managementKey && tenantAdministrator) {
    throw new TypeError('Give managementKey or tenantAdministrator, not both');
  }
  if (tenantAdministrator && !(tenantAdministrator.tenantId && tenantAdministrator.refreshJwt)) {
    throw new TypeError('tenantAdministrator needs the tenantId and the refreshJwt of the user');
  }
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > longestTimerMs) {
    throw new TypeError(`timeoutMs must be a whole number from 1 to ${longestTimerMs}`);
  }
  return {
    projectId,
    managementKey,
    tenantAdministrator,
    baseUrl: checkedBaseUrl(baseUrl),
    fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)),
    timeoutMs,
  };
}

/** A `file:` or `data:` page has no origin, so the browser reports `null`. */
function defaultBaseUrl(): string {
  const { location } = globalThis as { location?: { origin?: string } };
  const origin = location?.origin;
  return origin && /^https?:/.test(origin) ? origin : 'http://localhost:8080';
}

function checkedBaseUrl(baseUrl: string): string {
  const url = parseUrl(baseUrl);
  const isUsable = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username;
  if (!isUsable) {
    throw new TypeError(
      'baseUrl must be the http or https URL of the service, without a query and a user name',
    );
  }
  let end = url.href.length;
  while (url.href[end - 1] === '/') end -= 1;
  return url.href.slice(0, end);
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
