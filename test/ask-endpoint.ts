import { type Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { expect } from 'vitest';
import { administrationProjectId } from '../server/core/administration.ts';
import type { Endpoint } from '../server/http/endpoint.ts';
import { asJsonSchema } from '../server/http/schema.ts';
import { cookieName } from './administrators.ts';
import type { Tokens } from './credentials.ts';
import { sampleOf } from './sample-input.ts';

/** A caller with every credential. */
export interface Caller {
  baseUrl: string;
  agent: Agent;
  projectId: string;
  managementKey: string;
  accessKey: string;
  tokens: Tokens;
  /** The cookie of an owner's console session. */
  consoleCookie: string;
}

export interface Asked {
  method?: string;
  path?: string;
  /** The credentials after `Bearer `; `null`: no header. Absent: those that the endpoint requires. */
  bearer?: string | null;
  /** Absent: only the headers that the endpoint requires. */
  headers?: Record<string, string>;
  /** Sent beside or instead of all others. A list is sent in as many lines. */
  moreHeaders?: Record<string, string | string[]>;
  input?: unknown;
  /** Sent unchanged instead of `input`. */
  rawBody?: string;
  /** The announced size of a body that is never sent. */
  withheldBytes?: number;
  /** `null`: no header. */
  contentType?: string | null;
  chunked?: boolean;
}

export interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: responses are compared, not computed with.
  body: any;
}

export const hasBody = ({ method }: Endpoint) => method !== 'GET' && method !== 'DELETE';

/** Sends a request and checks the rules for every response, good or bad. */
export async function askEndpoint(caller: Caller, endpoint: Endpoint, asked: Asked): Promise<Answered> {
  const {
    method = endpoint.method,
    bearer = goodBearer(caller, endpoint),
    contentType = 'application/json',
  } = asked;
  const input = asked.input ?? sampleOf(asJsonSchema(endpoint.input));
  const sendsBody = asked.rawBody !== undefined || (hasBody(endpoint) && method === endpoint.method);
  const body =
    sendsBody && asked.withheldBytes === undefined ? (asked.rawBody ?? JSON.stringify(input)) : undefined;
  const query = hasBody(endpoint)
    ? queryText(sampleOf(asJsonSchema(endpoint.query ?? {})))
    : queryText(input);
  const answer = await send(caller, method, `${asked.path ?? endpoint.path}${query}`, body, {
    ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
    ...(sendsBody && contentType !== null && { 'content-type': contentType }),
    ...(asked.headers ?? headersFor(caller, endpoint)),
    ...asked.moreHeaders,
    ...(asked.chunked && { 'transfer-encoding': 'chunked' }),
    ...(asked.withheldBytes !== undefined && { 'content-length': `${asked.withheldBytes}` }),
  });
  // One assertion and plain comparisons: this runs thousands of times.
  const problems = [...headerProblems(answer.headers), ...statusProblems(answer)];
  expect(problems, JSON.stringify(answer).slice(0, 2_000)).toEqual([]);
  return answer;
}

const headersOfAll = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

function headerProblems(headers: IncomingHttpHeaders): string[] {
  const wrong = Object.entries(headersOfAll).filter(([name, value]) => headers[name] !== value);
  return [...wrong.map(([name]) => name), ...(headers['x-request-id'] ? [] : ['x-request-id'])];
}

/** Statuses after which an SDK repeats the request on its own. */
const retried = [503, 520, 521, 522, 524, 530];
const inside =
  /\bat \S+ \(|node_modules|\/work\/|\.ts\b|FST_|select .* from|sqlite|postgres|constraint|undefined/i;

function statusProblems({ status, body }: Answered): string[] {
  if (retried.includes(status)) return ['a status that SDKs try again'];
  if (status < 300) return [];
  const names = Object.keys(body).sort().join();
  if (names !== 'errorCode,errorDescription,errorMessage') return ['the fields of an error'];
  const texts = Object.values(body);
  const isText = (text: unknown) => typeof text === 'string' && /^.{1,500}$/.test(text);
  if (!texts.every(isText)) return ['the texts of an error'];
  return inside.test(texts.join('\n')) ? ['something of the inside in an error'] : [];
}

export function queryText(input: unknown): string {
  const pairs = Object.entries(input as object).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, `${one}`]),
  );
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}

/** A page of the console sends more than its project ID. */
function headersFor({ consoleCookie }: Caller, { forAdministrators }: Endpoint): Record<string, string> {
  return forAdministrators === 'only'
    ? { 'sec-fetch-site': 'same-origin', cookie: `${cookieName}=${consoleCookie}` }
    : {};
}

function goodBearer(caller: Caller, { auth, forAdministrators }: Endpoint): string {
  const { projectId, managementKey, accessKey, tokens } = caller;
  if (forAdministrators === 'only') return administrationProjectId;
  if (auth === 'management') return `${projectId}:${managementKey}`;
  if (auth === 'accessKey') return `${projectId}:${accessKey}`;
  if (auth === 'refresh') return `${projectId}:${tokens.refreshJwt}`;
  if (auth === 'session') return `${projectId}:${tokens.sessionJwt}`;
  return projectId;
}

function send(
  { baseUrl, agent }: Caller,
  method: string,
  path: string,
  body: string | undefined,
  headers: Record<string, string | string[]>,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const isWithheld = headers['content-length'] !== undefined;
    const length = body !== undefined &&
      !headers['transfer-encoding'] && { 'content-length': Buffer.byteLength(body) };
    const { hostname, port, host } = new URL(baseUrl);
    const lines = Object.entries({ host, ...headers, ...length }).flatMap(([name, value]) =>
      [value].flat().flatMap((one) => [name, `${one}`]),
    );
    const request = httpRequest({
      hostname,
      port,
      method,
      path,
      headers: lines,
      // A connection with an unfinished request cannot be used again.
      agent: isWithheld ? false : agent,
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        if (isWithheld) request.destroy();
        const text = Buffer.concat(chunks).toString();
        try {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: JSON.parse(text) });
        } catch {
          reject(new Error(`${method} ${path} answered ${response.statusCode} with no JSON: ${text}`));
        }
      });
    });
    if (isWithheld) request.flushHeaders();
    else request.end(body);
  });
}

export function bodyLimitOf({ bodyLimitBytes = 64 * 1024 }: Endpoint): number {
  return bodyLimitBytes;
}

export function pathsOf({ path, otherPaths = [] }: Endpoint): string[] {
  return [path, ...otherPaths];
}
