import { expect, test } from 'vitest';
import { type Endpoint, endpoint } from './endpoint.ts';
import { describeApi } from './openapi.ts';
import { type Schema, t } from './schema.ts';

const thing = t.object({ id: t.text({ aliases: ['identifier'] }), parent: t.reference() }, { $id: 'Thing' });

function sample(changes: Partial<Omit<Endpoint, 'handle'>> = {}): Endpoint {
  return endpoint({
    name: 'thing.make',
    method: 'POST',
    path: '/v1/thing',
    summary: 'Make a thing',
    auth: 'management',
    input: thing as Schema,
    output: t.object({ thing }),
    errors: ['E112102'],
    handle: async () => ({ thing: { id: '1' } }),
    ...changes,
  });
}

interface Operation {
  operationId: string;
  tags: string[];
  parameters?: unknown[];
  requestBody?: { required: boolean; content: unknown };
  responses: Record<string, unknown>;
}

interface Api {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown>; responses: Record<string, { headers?: unknown }> };
}

function describeOne(changes: Partial<Omit<Endpoint, 'handle'>> = {}) {
  const { paths, components } = describeApi([sample(changes)], '1.0.0') as unknown as Api;
  return { ...paths['/v1/thing']?.[(changes.method ?? 'POST').toLowerCase()], components } as Operation & Api;
}

test('a named schema is described once, without internal annotations', () => {
  const { requestBody, responses, components } = describeOne();
  const reference = { $ref: '#/components/schemas/Thing' };
  expect(requestBody).toEqual({ required: true, content: { 'application/json': { schema: reference } } });
  expect(responses['200']).toMatchObject({
    content: { 'application/json': { schema: { properties: { thing: reference } } } },
  });
  expect(components.schemas['Thing']).toEqual({
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string', maxLength: 2048 }, parent: { type: 'string', maxLength: 255 } },
  });
});

test('input of GET and DELETE is described as a query, and of others as a body', () => {
  const input = t.object({
    ids: t.list(t.text(), { description: 'Only these' }),
    page: t.optional(t.integer()),
  });
  for (const method of ['GET', 'DELETE'] as const) {
    const { parameters, requestBody } = describeOne({ method, input });
    expect(requestBody).toBeUndefined();
    expect(parameters).toMatchObject([
      { name: 'ids', in: 'query', required: true, description: 'Only these', schema: { type: 'array' } },
      { name: 'page', in: 'query', required: false, schema: { type: 'integer' } },
    ]);
  }
  const both = describeOne({ query: t.object({ tenant: t.text() }) });
  expect(both.parameters).toMatchObject([{ name: 'tenant', required: true }]);
  expect(both.requestBody).toBeDefined();
});

test('every possible error is listed under its status', () => {
  const { responses, components } = describeOne();
  expect(Object.keys(responses)).toEqual([
    '200',
    '400',
    '401',
    '403',
    '404',
    '408',
    '409',
    '413',
    '414',
    '415',
    '429',
    '500',
    '503',
    '507',
  ]);
  expect(responses['404']).toEqual({ $ref: '#/components/responses/E112102' });
  expect(responses['400']).toMatchObject({ description: expect.stringContaining('`E011002`') });
  expect(components.responses['E130429']).toHaveProperty('headers.Retry-After');
});

test('further paths are operations of their own', () => {
  const { paths } = describeApi([sample({ otherPaths: ['/v2/thing'] })], '1.0.0') as unknown as Api;
  expect(paths['/v1/thing']?.['post']?.operationId).toBe('thing.make');
  expect(paths['/v2/thing']?.['post']?.operationId).toBe('thing.make.2');
});

test('operations are sorted by the group in their name', () => {
  expect(describeOne({ name: 'management.user.create' }).tags).toEqual(['management.user']);
  expect(describeOne({ name: 'totp.verify' }).tags).toEqual(['totp']);
  expect(describeOne({ name: 'otp.update.phone.sms' }).tags).toEqual(['otp']);
  expect(describeOne({ name: 'refresh' }).tags).toEqual(['session']);
});

test('two endpoints of one route, or two schemas of one name, are refused', () => {
  expect(() => describeApi([sample(), sample({ name: 'thing.again' })], '1.0.0')).toThrow('POST /v1/thing');
  const other = t.object({ other: t.object({}, { $id: 'Thing' }), thing });
  expect(() => describeOne({ output: other })).toThrow('two different schemas are called Thing');
});
