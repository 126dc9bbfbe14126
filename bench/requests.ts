import { Agent, request } from 'node:http';
import { managementKey, projectId } from './settings.ts';

/** A request without the server that it is sent to. */
export interface Request {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
}

export interface Response {
  status: number;
  body: string;
  milliseconds: number;
  retryAfterSeconds: number;
}

/** A request with the project ID, and with a refresh JWT when there is one. */
export function post(path: string, body: unknown, refreshJwt?: string): Request {
  return { ...get(path, refreshJwt), ...jsonBody(body, authorization(refreshJwt)) };
}

export function get(path: string, refreshJwt?: string): Request {
  return { method: 'GET', path, headers: authorization(refreshJwt) };
}

/** A request with the management key; a POST when there is a body. */
export function managed(path: string, body?: unknown): Request {
  const headers = authorization(managementKey);
  return body === undefined ? { method: 'GET', path, headers } : { path, ...jsonBody(body, headers) };
}

export function jsonBody(body: unknown, headers = {}) {
  return {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

function authorization(credential?: string) {
  return { authorization: `Bearer ${[projectId, credential].filter(Boolean).join(':')}` };
}

const agent = new Agent({ keepAlive: true });

/** Sends one request; `measureLoad` sends as many of one kind as possible. */
export function send(baseUrl: string, { method, path, headers, body }: Request): Promise<Response> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const options = { agent, method, headers: { ...headers, ...length } };
    const sent = request(`${baseUrl}${path}`, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          milliseconds: performance.now() - start,
          body: Buffer.concat(chunks).toString(),
          retryAfterSeconds: Number(response.headers['retry-after'] ?? 0),
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Throws on any status but 200. */
export async function sendSuccessfully(baseUrl: string, request: Request): Promise<Response> {
  const response = await send(baseUrl, request);
  if (response.status === 200) return response;
  throw new Error(`${request.method} ${request.path}: ${response.status} ${response.body}`);
}

/** Calls the management API, as an administrator would. */
export async function manage<R>(baseUrl: string, path: string, body: unknown): Promise<R> {
  return JSON.parse((await sendSuccessfully(baseUrl, managed(`/v1/mgmt/${path}`, body))).body) as R;
}

/** Works on the items in order, with a fixed number in progress. */
export async function forEach<T>(
  items: T[],
  atOnce: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
