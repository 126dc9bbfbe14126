import type { Api } from './api.ts';
import type { Call, CallRequest } from './call.ts';
import { type Failed, noAnswer, type Result } from './result.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';

type Method = (...given: unknown[]) => Promise<Result<unknown>>;
type Group = { [name: string]: Method | Group };

/** Returns an object with every method of `routes`. */
export function createApi(call: Call): Api {
  const api: Group = {};
  for (const [name, route] of Object.entries(routes)) {
    const path = name.split('.');
    const last = path.pop() as string;
    let group = api;
    for (const key of path) {
      group[key] ??= {};
      group = group[key] as Group;
    }
    group[last] = async (...given) => {
      const { token, values } = withoutToken(route, given);
      const fields = byName(route, values);
      const problem = problemOf(route, fields, token);
      return problem === undefined ? call(requestOf(route, fields, token)) : wrongCall(name, route, problem);
    };
  }
  return api as unknown as Api;
}

type Fields = Record<string, unknown>;

/** Separates the token from the parameters. */
function withoutToken(route: Route, given: unknown[]): { token: unknown; values: unknown[] } {
  if (!route.token) return { token: undefined, values: given };
  const index = route.token === 'accessKey' ? 0 : isObjectForm(route, given[0]) ? 1 : countOf(route);
  return { token: given[index], values: given.filter((_, other) => other !== index) };
}

function countOf({ fields = {}, positional, rest, acceptsObject }: Route): number {
  if (!positional) return acceptsObject ? 1 : 0;
  return Object.keys(fields).length + (rest === undefined ? 0 : 1);
}

function isObjectForm({ positional, acceptsObject }: Route, first: unknown): boolean {
  return acceptsObject === true && (!positional || nameOf(first) === 'an object');
}

/** Returns the parameters by name, or what is wrong with their form. Ignores surplus ones, as JavaScript does. */
function byName(route: Route, values: unknown[]): Fields | string {
  const [first] = values;
  if (isObjectForm(route, first)) {
    if (first === undefined || first === null) return {};
    return nameOf(first) === 'an object' ? (first as Fields) : `give it one object, not ${nameOf(first)}`;
  }
  const names = Object.keys(route.fields ?? {});
  const options = route.rest === undefined ? undefined : values[names.length];
  if (options !== undefined && options !== null && nameOf(options) !== 'an object')
    return `\`${route.rest}\` must be an object, not ${nameOf(options)}`;
  return { ...(options as Fields), ...Object.fromEntries(names.map((name, index) => [name, values[index]])) };
}

/**
 * Returns what is wrong with the call: a parameter is missing, or is an object or a list in place of something else. The
 * server checks the values.
 */
function problemOf(route: Route, fields: Fields | string, token: unknown): string | undefined {
  if (typeof fields === 'string') return fields;
  for (const [name, text] of Object.entries(route.fields ?? {})) {
    const [kind = '', alternative] = text.split('|');
    const value = fields[name];
    if (value === undefined || value === null) {
      if (kind.endsWith('?') || (alternative !== undefined && fields[alternative])) continue;
      return `\`${name}\` is missing`;
    }
    const wanted = shapes[kind.replace('?', '')];
    const given = nameOf(value);
    const isWrong = route.takesList ? given !== 'a list' : given !== wanted && /object|list/.test(given);
    if (wanted && isWrong) return `\`${name}\` must be ${wanted}, not ${given}`;
  }
  const isToken = token === undefined || token === null || typeof token === 'string';
  return isToken ? undefined : `\`${route.token}\` must be a string, not ${nameOf(token)}`;
}

const shapes: Record<string, string> = {
  string: 'a string',
  boolean: 'a boolean',
  number: 'a number',
  list: 'a list',
  object: 'an object',
};

function nameOf(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function requestOf(route: Route, given: Fields | string, token: unknown): CallRequest {
  const {
    fields,
    positional,
    rest,
    acceptsObject,
    takesList,
    query = [],
    fixed,
    token: _,
    ...request
  } = route;
  const named = given as Fields;
  const credential = typeof token === 'string' && { token };
  if (takesList) return { ...request, ...credential, input: Object.values(named)[0] as object };
  if (!fields && !acceptsObject && !fixed) return { ...request, ...credential };
  const isInQuery = ([name]: [string, unknown]) => query.includes(name);
  const entries = Object.entries(named);
  const input = { ...Object.fromEntries(entries.filter((entry) => !isInQuery(entry))), ...fixed };
  if (query.length === 0) return { ...request, ...credential, input };
  return { ...request, ...credential, query: Object.fromEntries(entries.filter(isInQuery)), input };
}

function wrongCall(name: string, { fields = {}, positional, rest, token }: Route, problem: string): Failed {
  const names = [...Object.keys(fields), ...(rest === undefined ? [] : [rest])];
  const order = token === undefined ? names : token === 'accessKey' ? [token, ...names] : [...names, token];
  const usage = positional ? `. Its parameters are ${order.join(', ')}` : '';
  return noAnswer('argument', `${name}: ${problem}${usage}`);
}
