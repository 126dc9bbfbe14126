import { expect, test } from 'vitest';
import type { ErrorCode } from '../../../core/errors.ts';
import { refusalCauses } from '../../../core/refusal-causes.ts';
import { endpoints } from '../../../groups.ts';
import { declaredErrors } from '../../../http/declared-errors.ts';
import type { Endpoint } from '../../../http/endpoint.ts';
import { asJsonSchema } from '../../../http/schema.ts';
import { causeOf } from './causes.ts';

/** Endpoints that answer with a session and are no sign-in: their session exists already, or they have events of their own. */
const others = [
  'refresh',
  'refreshByGet',
  'tryRefresh',
  'selectTenant',
  'impersonate',
  'stopImpersonation',
  'management.jwt.anonymous',
  'management.jwt.update',
  'accessKey.exchange',
];

const answersSession = ({ output }: Endpoint) => {
  const { properties } = asJsonSchema(output);
  return properties?.['refreshJwt'] !== undefined || properties?.['sessionJwt'] !== undefined;
};

const steps = endpoints.filter(({ signIn }) => signIn);

test('every endpoint that answers with a session declares its sign-in method, or is known to be no sign-in', () => {
  const undeclared = endpoints.filter((endpoint) => answersSession(endpoint) && !endpoint.signIn);
  expect(undeclared.map(({ name }) => name).filter((name) => !isOther(name))).toEqual([]);
  expect(steps.length).toBeGreaterThan(30);
});

function isOther(name: string): boolean {
  return others.includes(name) || /\.update\b|[iI]mpersonat/.test(name);
}

test.each(steps.map((endpoint) => [endpoint.name, endpoint] as const))(
  'every refusal of %s has a cause',
  (_, endpoint) => {
    const without = [...declaredErrors(endpoint)].filter((code) => causeOf(code as ErrorCode) === undefined);
    expect(without).toEqual([]);
  },
);

test('the causes are named in the documents', async () => {
  const { readFile } = await import('node:fs/promises');
  const page = await readFile(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
  expect(refusalCauses.filter((cause) => !page.includes(`| \`${cause}\` |`))).toEqual([]);
});
