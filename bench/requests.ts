import type { Request } from './load.ts';
import type { OperationName } from './options.ts';
import { managementKey, projectId } from './settings.ts';
import type { Variables } from './variables.ts';

export function post(path: string, body: unknown, credentials = ''): Request {
  return withBody('POST', path, body, `Bearer ${projectId}${credentials}`);
}

export function withToken(method: 'GET' | 'POST', path: string, refreshJwt: string): Request {
  return withBody(method, path, undefined, `Bearer ${projectId}:${refreshJwt}`);
}

export function managed(method: 'GET' | 'POST', path: string, body?: unknown): Request {
  return withBody(method, path, body, `Bearer ${projectId}:${managementKey}`);
}

export function baselineRequest(name: OperationName, method: 'GET' | 'POST', variables: Variables): Request {
  if (method === 'POST') return withBody('POST', `/${name}`, variables);
  const query = new URLSearchParams(variables as Record<string, string>);
  return { method, path: `/${name}?${query}`, headers: {} };
}

function withBody(method: string, path: string, body: unknown, authorization?: string): Request {
  const headers = {
    ...(authorization && { authorization }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  return { method, path, headers, body: body === undefined ? undefined : JSON.stringify(body) };
}
