import { type Expected, readAnswer } from './answer.ts';
import { invalidSession, noAnswer, type Result } from './result.ts';

/** A signed-in user who manages a tenant with their own session. */
export interface TenantAdministrator {
  /** The tenant to manage. */
  tenantId: string;
  /** Returns the current refresh JWT. A text, if it does not change. */
  refreshJwt: string | (() => string);
}

/** The server and the credentials of a client. */
export interface Connection {
  projectId: string;
  managementKey?: string | undefined;
  tenantAdministrator?: TenantAdministrator | undefined;
  /** Without a trailing slash. */
  baseUrl: string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  timeoutMs: number;
}

export interface CallRequest extends Expected {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** Send the management key, or the refresh JWT of the tenant's administrator. */
  auth?: 'management';
  /** The refresh or session JWT to send. */
  token?: string | undefined;
  /** The body. GET and DELETE, which have no body, send it as the query. */
  input?: object;
  /** Query parameters in addition to a body. */
  query?: object;
  /** Ends the call early. */
  signal?: AbortSignal;
}

export type Call = <T>(request: CallRequest) => Promise<Result<T>>;

/** A header can hold one Bearer value only: printable ASCII without spaces. */
export const headerText = /^[\x21-\x7e]*$/;

export function createCall(connection: Connection): Call {
  const { baseUrl, timeoutMs } = connection;
  return async <T>(request: CallRequest): Promise<Result<T>> => {
    const { method, path, auth } = request;
    const isManagement = auth === 'management';
    const { tenantAdministrator } = connection;
    const token = isManagement ? readJwt(tenantAdministrator) : request.token;
    if (token && !headerText.test(token))
      return invalidSession('The token contains characters that a JWT cannot have');
    const inQuery = method === 'GET' || method === 'DELETE';
    const query = inQuery ? request.input : request.query;
    const tenant = isManagement && tenantAdministrator && { tenant: tenantAdministrator.tenantId };
    const url = baseUrl + path + queryString({ ...query, ...tenant });
    const body = inQuery || request.input === undefined ? undefined : JSON.stringify(request.input);
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
    let response: Response;
    let text: string;
    try {
      response = await connection.fetch(url, {
        method,
        headers: {
          authorization: `Bearer ${bearer(connection, isManagement, token)}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body }),
        // Following a redirect would repeat a POST as a GET, and could send the credentials to another server.
        redirect: 'manual',
        signal,
      });
      text = await response.text();
    } catch (error) {
      const attempt = `${method} ${baseUrl}${path}`;
      if (timeout.aborted) return noAnswer('timeout', `${attempt} took longer than ${timeoutMs} ms`);
      return noAnswer('network', `${attempt} failed: ${reasonOf(error)}`);
    }
    return readAnswer<T>(response, text, request);
  };
}

function readJwt(administrator: TenantAdministrator | undefined): string | undefined {
  const jwt = administrator?.refreshJwt;
  return typeof jwt === 'function' ? jwt() : jwt;
}

function bearer(
  { projectId, managementKey }: Connection,
  isManagement: boolean,
  token: string | undefined,
): string {
  const credential = isManagement ? (token ?? managementKey) : token;
  return credential ? `${projectId}:${credential}` : projectId;
}

/** Repeats the name for each item of a list. Leaves out undefined and null, also inside lists. */
function queryString(fields: object = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const item of [value].flat()) {
      if (item !== undefined && item !== null) query.append(name, String(item));
    }
  }
  const text = query.toString();
  return text && `?${text}`;
}

/** Returns the cause of a failed fetch, because Node's own message is only `fetch failed`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  const code = 'code' in cause ? String(cause.code) : '';
  return cause.message || code || error.message;
}
