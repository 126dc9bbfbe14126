import { Agent } from 'node:http';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Endpoint } from '../server/http/endpoint.ts';
import { asJsonSchema, type JsonSchema } from '../server/http/schema.ts';
import { startConsole } from './administrators.ts';
import { type Answered, askEndpoint, bodyLimitOf, type Caller, hasBody } from './ask-endpoint.ts';
import { makeAccessKey, signUpWithTotp } from './credentials.ts';
import { testOnce } from './engine.ts';
import { examined } from './examined-endpoints.ts';
import { type Latchkey, startLatchkey } from './harness.ts';
import { inputWith, placesOf, sampleOf } from './sample-input.ts';

/**
 * The limits that OpenAPI promises are those that the server has. A value at the limit of its field is refused for nothing that a
 * short value is not refused for; a longer one is refused with the field, as the caller spells it, and the limit.
 */

let latchkey: Latchkey;
let caller: Caller;
const agent = new Agent({ keepAlive: true });
let users = 0;

beforeAll(async () => {
  latchkey = await startLatchkey();
  const owner = await startConsole(latchkey);
  const { baseUrl, projectId, managementKey } = latchkey;
  const accessKey = await makeAccessKey(latchkey);
  // The smallest inputs name this user, and get further with one.
  await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId: 'x' });
  caller = {
    baseUrl,
    agent,
    projectId,
    managementKey,
    accessKey,
    tokens: await signUp(),
    consoleCookie: owner.cookie(),
  };
});

afterAll(async () => {
  agent.destroy();
  await latchkey.close();
});

function signUp() {
  return signUpWithTotp(latchkey, `limit${++users}@example.com`);
}

const known = new Set<JsonSchema>();

/** Calls with which the caller would lose what the next call needs. */
const ending = new Set([
  'management.project.delete',
  'management.user.deleteAllTestUsers',
  'console.removeTotp',
]);

describe.each(
  examined.filter(({ name }) => !ending.has(name)).map((endpoint) => [endpoint.name, endpoint] as const),
)('%s', (_name, endpoint) => {
  const schema = asJsonSchema(endpoint.input);
  const places = placesOf(schema).filter(({ schema: field }) => limitOf(field) !== undefined);

  testOnce('accepts each field up to its limit', async () => {
    const wrong: string[] = [];
    for (const { path, schema: field } of places) {
      // The options that many endpoints share are read by the same code.
      if (path.length > 1 && known.size === known.add(field).size) continue;
      const problem = await problemAtLimit(endpoint, path, field);
      if (problem) wrong.push(`${path.join('.')} of ${limitOf(field)}: ${problem}`);
    }
    expect(wrong).toEqual([]);
  });

  testOnce('refuses more, and names the field as it is spelled and the limit', async () => {
    const wrong: string[] = [];
    for (const { path, schema: field } of places) {
      const limit = limitOf(field) as number;
      const input = inputWith(schema, path, shapesOf(field)[0]!(limit + 1, path.at(-1)!));
      const isNamed = !/^(0|key)$/.test(path.at(-1)!);
      for (const spelling of [path.at(-1)!, ...((isNamed && hasBody(endpoint) && field.aliases) || [])]) {
        const spelled = renamed(input, path, spelling);
        if (!fits(endpoint, spelled)) continue;
        const answer = await ask(endpoint, spelled);
        const name = [...path.slice(0, -1), spelling].join('.');
        // An entry of a batch fails by itself, next to its data.
        const named = isBatch(answer)
          ? name.replace(/^users\.0\./, '').replace(/^password$/, 'The password')
          : name;
        // The limits of any list (docs/security.md) are checked before the fields are read.
        if (limit >= 1_000 && says(answer) === 'The body has a list of more than 1000') continue;
        if (!isRefused(answer) || !says(answer).startsWith(named) || !says(answer).includes(`${limit}`))
          wrong.push(`${name} of more than ${limit}: ${says(answer)}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

/** Makes a value of this size for the field of this name. */
type Shape = (size: number, name: string) => unknown;

function limitOf({ type, enum: choices, ...field }: JsonSchema): number | undefined {
  if (type === 'string' && !choices) return field['maxLength'] as number;
  if (type === 'array') return field['maxItems'] as number;
  if (type === 'integer' && field['maximum'] !== Number.MAX_SAFE_INTEGER) return field['maximum'] as number;
  return undefined;
}

const labels = (size: number) => 'x'.repeat(size).replace(/(x{60})x(?=xx)/g, '$1.');
/** Texts that operations may read as what they are: a name, a URL, a domain, an origin, an email address, a phone number. */
const texts: Shape[] = [
  (size, name) =>
    name.slice(0, Math.floor(size / 2)) + 'x'.repeat(size - Math.min(name.length, Math.floor(size / 2))),
  (size) => `https://example.com/${'x'.repeat(Math.max(0, size - 20))}`,
  (size) => `${labels(Math.max(1, size - 8))}.example`,
  (size) => `https://${labels(Math.max(1, size - 22))}.example:65535`,
  (size) => {
    const local = 'x'.repeat(Math.min(60, Math.max(1, size - 12)));
    return `${local}@${labels(Math.max(2, size - local.length - 9))}.example`;
  },
  (size) => `+1${'-'.repeat(Math.max(0, size - 12))}2025550123`,
];

function shapesOf({ type, items = {} }: JsonSchema): Shape[] {
  if (type === 'string') return texts;
  if (type === 'integer') return [(size) => size];
  return [(size) => Array.from({ length: size }, (_, index) => itemOf(items, index))];
}

/** Returns an item that differs from the others, as far as there are different ones. */
function itemOf(items: JsonSchema, index: number): unknown {
  if (items.enum) return items.enum[index % items.enum.length];
  if (items.type === 'string') return `x${index}`;
  const sample = sampleOf(items);
  const name = Object.entries(items.properties ?? {}).find(
    ([, { type, enum: choices }]) => type === 'string' && !choices,
  );
  return name ? { ...(sample as object), [name[0]]: `x${index}` } : sample;
}

/** Returns the refusal of all values at the limit, if there is a kind of value that is accepted when it is short. */
async function problemAtLimit(
  endpoint: Endpoint,
  path: string[],
  field: JsonSchema,
): Promise<string | undefined> {
  const schema = asJsonSchema(endpoint.input);
  const limit = limitOf(field) as number;
  const short = Math.max(1, Number(field['minLength'] ?? field['minItems'] ?? field['minimum'] ?? 1));
  const name = path.at(-1) as string;
  let problem: string | undefined;
  for (const shape of shapesOf(field)) {
    const long = inputWith(schema, path, shape(limit, name));
    if (!fits(endpoint, long) || (field.items?.enum?.length ?? limit) < limit) return undefined;
    const before = await ask(endpoint, inputWith(schema, path, shape(short, name)));
    if (isRefused(before)) continue;
    const answer = await ask(endpoint, long);
    if (!isRefused(answer)) return undefined;
    // The other fields of the smallest input are read after this one.
    if (/^The password|^(email|phone) must be/.test(says(answer)) && !/password|email|phone/i.test(name))
      return undefined;
    problem = says(answer);
  }
  return problem;
}

async function ask(endpoint: Endpoint, input: unknown): Promise<Answered> {
  const answer = await askEndpoint(caller, endpoint, { input });
  if (answer.status !== 401 || endpoint.forAdministrators === 'only') return answer;
  caller.tokens = await signUp();
  return askEndpoint(caller, endpoint, { input });
}

/** The server did not accept the form of the input, or of one entry of a batch. */
function isRefused({ body }: Answered): boolean {
  const failed: { failure: string }[] = body.failedUsers ?? [];
  return (
    /^E011/.test(body.errorCode ?? '') ||
    failed.some(({ failure }) => !/^No user has|already exists/.test(failure))
  );
}

function isBatch({ body }: Answered): boolean {
  return Boolean(body.failedUsers?.length);
}

function says({ status, body }: Answered): string {
  return body.errorMessage ?? body.failedUsers?.[0]?.failure ?? `${status}`;
}

function fits(endpoint: Endpoint, input: unknown): boolean {
  const bytes = JSON.stringify(input).length;
  return hasBody(endpoint) ? bytes <= bodyLimitOf(endpoint) : bytes < 7_000;
}

function renamed(input: unknown, [name = '', ...rest]: string[], spelling: string): unknown {
  if (Array.isArray(input)) return input.map((one) => (rest.length > 0 ? renamed(one, rest, spelling) : one));
  const fields = input as Record<string, unknown>;
  if (rest.length > 0) return { ...fields, [name]: renamed(fields[name], rest, spelling) };
  if (name === spelling) return input;
  const { [name]: value, ...others } = fields;
  return { ...others, [spelling]: value };
}
