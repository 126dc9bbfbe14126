import { administrationProjectId } from '../core/administration.ts';
import { type ErrorCode, errorDescription, errorStatus } from '../core/errors.ts';
import { instanceRole } from '../core/key-rights.ts';
import { declaredErrors } from './declared-errors.ts';
import type { Auth, Endpoint } from './endpoint.ts';
import { asJsonSchema, type JsonSchema } from './schema.ts';

const credentials: Record<Auth, string> = {
  project: '`Bearer <project ID>`',
  optionalRefresh: '`Bearer <project ID>`, or `Bearer <project ID>:<refresh JWT>` of a signed-in user',
  refresh: '`Bearer <project ID>:<refresh JWT>`',
  session: '`Bearer <project ID>:<session JWT>`',
  management: '`Bearer <project ID>:<management key>`',
  accessKey: '`Bearer <project ID>:<access key>`',
};

export function credentialsOf({
  auth,
  role = 'administrator',
  forAdministrators,
  forTenantAdministrators,
  forSignedInUsers,
}: Endpoint): string {
  if (forAdministrators === 'only') {
    const cookie = auth === 'refresh' ? ' with the cookie of a console session' : '';
    return `\`Bearer ${administrationProjectId}\` from a page of the console${cookie}`;
  }
  if (auth !== 'management') return credentials[auth];
  const right = role === 'owner' ? ` with \`${instanceRole}\`` : '';
  const ofTenant = forTenantAdministrators
    ? ', or `Bearer <project ID>:<refresh JWT>` of a tenant administrator with `?tenant=`'
    : '';
  const ofUser = forSignedInUsers ? ', or `Bearer <project ID>:<refresh JWT>` of a signed-in user' : '';
  return `${credentials[auth]}${right}${ofTenant}${ofUser}. In the console, administrators need at least the role ${role}`;
}

export const introduction = `User authentication and user management.

A successful response is 200 with a JSON object. An error response has \`errorCode\`, \`errorDescription\` and \`errorMessage\`.
Unknown fields are ignored. \`null\` means the same as leaving a field out, except for the value of a custom attribute. After a 429, wait
for the number of seconds in \`Retry-After\`.`;

const errorSchema = {
  type: 'object',
  required: ['errorCode', 'errorDescription', 'errorMessage'],
  properties: {
    errorCode: { type: 'string' },
    errorDescription: {
      type: 'string',
      description: 'The description of this code, identical for every error with the code',
    },
    errorMessage: { type: 'string', description: 'The cause of this error, and what to do about it' },
  },
};

/** The parts that operations share, collected while the operations are described. */
interface Components {
  schemas: Record<string, unknown>;
  responses: Record<string, unknown>;
}

/**
 * Returns the OpenAPI 3.1 description of a list of endpoints. A pure function, because the committed file is
 * compared with its result.
 */
export function describeApi(endpoints: readonly Endpoint[], version: string): Record<string, unknown> {
  const components: Components = { schemas: { Error: errorSchema }, responses: {} };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    [endpoint.path, ...(endpoint.otherPaths ?? [])].forEach((path, index) => {
      const item = paths[path] ?? {};
      paths[path] = item;
      const method = endpoint.method.toLowerCase();
      if (item[method]) throw new Error(`two endpoints are ${endpoint.method} ${path}`);
      const operationId = index === 0 ? endpoint.name : `${endpoint.name}.${index + 1}`;
      item[method] = describeOperation(endpoint, operationId, components);
    });
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Latchkey',
      version,
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    tags: listTags(endpoints),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The project ID; where the operation says so, a colon and a JWT or a management key follow.',
        },
      },
      ...components,
    },
  };
}

function describeOperation(endpoint: Endpoint, operationId: string, components: Components) {
  const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE';
  const querySchema = hasBody ? endpoint.query && asJsonSchema(endpoint.query) : asJsonSchema(endpoint.input);
  return {
    operationId,
    tags: [tagOf(endpoint)],
    summary: endpoint.summary,
    description: [
      endpoint.description,
      endpoint.forSignedInUsers?.description,
      `Credentials: ${credentialsOf(endpoint)}.`,
    ]
      .filter(Boolean)
      .join('\n\n'),
    ...(querySchema && { parameters: describeQuery(querySchema, components) }),
    ...(hasBody && { requestBody: describeBody(asJsonSchema(endpoint.input), components) }),
    responses: {
      200: { description: 'Done', content: json(publicSchema(asJsonSchema(endpoint.output), components)) },
      ...describeErrors(endpoint, components),
    },
  };
}

function json(schema: unknown) {
  return { 'application/json': { schema } };
}

function describeQuery(schema: JsonSchema, components: Components) {
  return Object.entries(schema.properties ?? {}).map(([name, { description, ...field }]) => ({
    name,
    in: 'query',
    ...(description && { description }),
    required: schema.required?.includes(name) ?? false,
    schema: publicSchema(field, components),
  }));
}

/** A missing body counts as an empty object, so the body is required only if one of its fields is. */
function describeBody(schema: JsonSchema, components: Components) {
  const required = (schema.required ?? []).length > 0;
  return { required, content: json(publicSchema(schema, components)) };
}

function describeErrors(endpoint: Endpoint, components: Components) {
  const byStatus = Map.groupBy([...declaredErrors(endpoint)].sort(), errorStatus);
  const entries = [...byStatus].map(([status, codes]) => {
    const [code] = codes;
    return [status, code && codes.length === 1 ? sharedResponse(code, components) : describeRefusal(codes)];
  });
  return Object.fromEntries(entries);
}

function sharedResponse(code: ErrorCode, { responses }: Components) {
  responses[code] ??= describeRefusal([code]);
  return { $ref: `#/components/responses/${code}` };
}

function describeRefusal(codes: ErrorCode[]) {
  const isRateLimit = codes.some((code) => errorStatus(code) === 429);
  return {
    description: codes.map((code) => `\`${code}\`: ${errorDescription(code)}`).join('. '),
    ...(isRateLimit && {
      headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', minimum: 0 } } },
    }),
    content: json({ $ref: '#/components/schemas/Error' }),
  };
}

/** Schemas with an `$id` become shared components; our own annotations stay out. */
function publicSchema(schema: JsonSchema, components: Components): unknown {
  const {
    $id,
    aliases: _a,
    emptyIsAbsent: _e,
    nullIsValue: _v,
    numericText: _n,
    checkedLater: _c,
    ...rest
  } = schema;
  const result: Record<string, unknown> = { ...rest };
  if (schema.properties) {
    const fields = Object.entries(schema.properties);
    result['properties'] = Object.fromEntries(
      fields.map(([name, field]) => [name, publicSchema(field, components)]),
    );
  }
  if (schema.items) result['items'] = publicSchema(schema.items, components);
  if (typeof schema.additionalProperties === 'object') {
    result['additionalProperties'] = publicSchema(schema.additionalProperties, components);
  }
  if (!$id) return result;
  const { schemas } = components;
  if (schemas[$id] && JSON.stringify(schemas[$id]) !== JSON.stringify(result)) {
    throw new Error(`two different schemas are called ${$id}`);
  }
  schemas[$id] = result;
  return { $ref: `#/components/schemas/${$id}` };
}

/** `management.user.create` belongs to `management.user`, `otp.signUp.email` to `otp`, `refresh` to `session`. */
export function tagOf({ name }: Endpoint): string {
  return /^(management\.\w+|\w+)\./.exec(name)?.[1] ?? 'session';
}

/**
 * Lists the tags in the order of the endpoints, with management last, so that user operations come before their
 * administrative counterparts.
 */
function listTags(endpoints: readonly Endpoint[]) {
  const isOfManagement = (tag: string) => Number(tag.startsWith('management.'));
  const names = [...new Set(endpoints.map(tagOf))].sort((a, b) => isOfManagement(a) - isOfManagement(b));
  return names.map((name) => ({ name }));
}
