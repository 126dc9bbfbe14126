import { type Expected, readAnswer } from './answer.ts';
import { invalidSession, noAnswer, type Result } from './result.ts';

/** Where a client sends its calls, and as whom. */
export interface Connection {
  projectId: string;
  managementKey?: string | undefined;
  /** Without a slash at the end. */
  baseUrl: string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  timeoutMs: number;
}

export interface CallRequest extends Expected {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** Show the management key. */
  auth?: 'management';
  /** The refresh or session JWT to show. */
  token?: string | undefined;
  /** The body; of GET and DELETE, which have none, the query. */
  input?: object;
  /** What travels in the query beside a body. */
  query?: object;
}

export type Call = <T>(request: CallRequest) => Promise<Result<T>>;

/** One Bearer value is all that a header can hold of a token: printable ASCII without spaces. */
export const headerText = /^[\x21-\x7e]*$/;

export function createCall(connection: Connection): Call {
  const { baseUrl, timeoutMs } = connection;
  return async <T>(request: CallRequest): Promise<Result<T>> => {
    const { method, path, token } = request;
    if (token && !headerText.test(token)) return invalidSession('The token holds characters that no JWT has');
    const inQuery = method === 'GET' || method === 'DELETE';
    const url = baseUrl + path + queryString(inQuery ? request.input : request.query);
    const body = inQuery || request.input === undefined ? undefined : JSON.stringify(request.input);
    const signal = AbortSignal.timeout(timeoutMs);
    let response: Response;
    let text: string;
    try {
      response = await connection.fetch(url, {
        method,
        headers: {
          authorization: `Bearer ${bearer(connection, request)}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body }),
        // Following one would repeat a POST as a GET, and could carry the credentials to another place.
        redirect: 'manual',
        signal,
      });
      text = await response.text();
    } catch (error) {
      const attempt = `${method} ${baseUrl}${path}`;
      if (signal.aborted) return noAnswer('timeout', `${attempt} took longer than ${timeoutMs} ms`);
      return noAnswer('network', `${attempt} failed: ${reasonOf(error)}`);
    }
    return readAnswer<T>(response, text, request);
  };
}

function bearer({ projectId, managementKey }: Connection, { auth, token }: CallRequest): string {
  const credential = auth === 'management' ? managementKey : token;
  return credential ? `${projectId}:${credential}` : projectId;
}

/** Lists are repeated; what is undefined or null is left out, also inside a list. */
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

/** `fetch failed` says nothing: Node keeps the reason in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  const code = 'code' in cause ? String(cause.code) : '';
  return cause.message || code || error.message;
}
