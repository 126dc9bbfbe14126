import type { Auth, Endpoint } from '../../endpoint.ts';
import { asJsonSchema, type JsonSchema } from '../../schema.ts';
import { exampleOf } from './example.ts';

/** The credential after the project ID in the header, as a variable of the shell and of a program. */
const credentialOf: Record<Auth, { shell: string; name: string; label: string } | undefined> = {
  project: undefined,
  optionalRefresh: undefined,
  refresh: { shell: '$REFRESH_JWT', name: 'refreshJwt', label: 'Refresh JWT' },
  session: { shell: '$SESSION_JWT', name: 'sessionJwt', label: 'Session JWT' },
  management: { shell: '$MANAGEMENT_KEY', name: 'managementKey', label: 'Management key' },
  accessKey: { shell: '$ACCESS_KEY', name: 'accessKey', label: 'Access key' },
};

export function credentialLabel({ auth }: Endpoint): string | undefined {
  return credentialOf[auth]?.label;
}

export interface ExampleRequest {
  query: Record<string, unknown>;
  /** Absent: the method has no body. */
  body?: unknown;
}

export function exampleRequest({ method, input, query, client }: Endpoint): ExampleRequest {
  const fields = (schema: typeof input) => exampleOf(asJsonSchema(schema), true) as Record<string, unknown>;
  if (method === 'GET' || method === 'DELETE') return { query: fields(input) };
  const body = fields(input);
  const names = client?.parameters;
  // The call with parameters in order does not send an optional field that is none of them.
  const isShown = (name: string) =>
    !names ||
    names.some((known) => known === name || isRest(known)) ||
    asJsonSchema(input).required?.includes(name);
  if (Array.isArray(body)) return { query: query ? fields(query) : {}, body };
  const shown = Object.fromEntries(Object.entries(body).filter(([name]) => isShown(name)));
  return {
    query: query ? fields(query) : {},
    body: { ...subjectOf(asJsonSchema(input), names, shown), ...shown },
  };
}

/**
 * Returns the first parameter where the request would lack it: a record can be named in several ways, so the schema
 * requires none of them.
 */
function subjectOf({ properties = {} }: JsonSchema, names: string[] | undefined, shown: object): object {
  const [first = '', ...others] = names ?? [];
  const schema = properties[first];
  if (!schema || first in shown) return {};
  const isNeeded = 'id' in properties && (others.length === 0 || others.some((name) => name in shown));
  return isNeeded || Object.keys(shown).some((name) => others.includes(name))
    ? { [first]: exampleOf(schema, true, first) }
    : {};
}

export function exampleResponse({ output }: Endpoint): unknown {
  return exampleOf(asJsonSchema(output), false);
}

/** A command for a shell in which the variables are set. */
export function curlOf(endpoint: Endpoint, baseUrl: string): string {
  const { method, path, auth } = endpoint;
  const { query, body } = exampleRequest(endpoint);
  const search = queryText(query);
  const credential = credentialOf[auth];
  const bearer = credential ? `$PROJECT_ID:${credential.shell}` : '$PROJECT_ID';
  const data = JSON.stringify(body, null, 2)?.replaceAll("'", "'\\''");
  return [
    `curl ${method === 'GET' || (method === 'POST' && body !== undefined) ? '' : `-X ${method} `}'${baseUrl}${path}${search}'`,
    `  -H "Authorization: Bearer ${bearer}"`,
    ...(data === undefined ? [] : ["  -H 'Content-Type: application/json'", `  -d '${data}'`]),
  ].join(' \\\n');
}

export function queryText(query: Record<string, unknown>): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
  );
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : '';
}

/** The call of a method with this name, of `client`. Its parameters are those of the request. */
export function callOf(endpoint: Endpoint, client: string): string {
  return `await ${client}.${endpoint.name}(${argumentsOf(endpoint).join(', ')});`;
}

function argumentsOf(endpoint: Endpoint): string[] {
  const { auth, client } = endpoint;
  const { query, body } = exampleRequest(endpoint);
  const credential = auth === 'management' ? undefined : credentialOf[auth]?.name;
  const token = credential ? [credential] : [];
  if (Array.isArray(body)) return [textOf(body), ...token];
  const given = { ...query, ...(body as Record<string, unknown> | undefined) };
  const names = client?.parameters;
  if (!names) {
    const hasFields = [endpoint.input, endpoint.query].some(
      (schema) => Object.keys((schema && asJsonSchema(schema).properties) ?? {}).length > 0,
    );
    if (!hasFields) return token;
    return Object.keys(given).length > 0 || token.length > 0 ? [textOf(given), ...token] : [];
  }
  const others = Object.entries(given).filter(([name]) => !names.includes(name));
  if (names.some(isRest) && others.length > 0) given[names.at(-1)!] = Object.fromEntries(others);
  const last = token.length > 0 ? names.length : names.findLastIndex((name) => name in given) + 1;
  return [...names.slice(0, last).map((name) => textOf(given[name])), ...token];
}

/** Reports whether a parameter is an object with all fields that are none of the others. */
const isRest = (name: string): boolean => name.startsWith('...');

/** Writes a value as a program does. */
function textOf(value: unknown, indent = ''): string {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((item) => textOf(item, inner))
    : Object.entries(value).map(([name, item]) => `${nameText(name)}: ${textOf(item, inner)}`);
  const [open, close] = isList ? '[]' : '{}';
  const line = isList ? items.join(', ') : ` ${items.join(', ')} `;
  if (items.length === 0) return `${open}${close}`;
  if (line.length < 50 && !line.includes('\n')) return `${open}${line}${close}`;
  return `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${close}`;
}

function nameText(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : textOf(name);
}
