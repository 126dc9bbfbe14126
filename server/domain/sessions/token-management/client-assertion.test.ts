import { createLocalJWKSet, createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { rotateAssertionKeys } from '../../project/projects/keys/assertion-keys.ts';

let latchkey: Latchkey;
let keySetUrl: URL;
beforeAll(async () => {
  latchkey = await startLatchkey();
  const path = `/${latchkey.projectId}/.well-known/client-assertion-jwks.json`;
  keySetUrl = new URL(latchkey.baseUrl + path);
});
afterAll(() => latchkey.close());

const assertion = {
  issuer: 'client-1',
  subject: 'client-1',
  audience: ['https://as.example/token'],
  expiresIn: 300,
};
const create = (body: Record<string, unknown> = {}) =>
  latchkey.manage('POST', '/v1/mgmt/token/clientassertion', { ...assertion, ...body });

test.each(['RS256', 'RS384', 'ES384'])(
  'an assertion signed by %s can be verified with the published keys',
  async (algorithm) => {
    const { status, body } = await create({ algorithm });
    expect(status).toBe(200);
    const { payload, protectedHeader } = await jwtVerify(body.jwt, createRemoteJWKSet(keySetUrl), {
      algorithms: [algorithm],
      issuer: 'client-1',
      subject: 'client-1',
      audience: 'https://as.example/token',
      requiredClaims: ['jti', 'iat', 'exp'],
    });
    expect(protectedHeader).toMatchObject({ alg: algorithm, kid: expect.any(String) });
    expect(Number(payload.exp) - Number(payload.iat)).toBe(300);
    expect(payload.aud).toEqual(['https://as.example/token']);
  },
);

test('assertions have unique IDs, and a single audience is text if requested', async () => {
  const read = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[1] as string, 'base64url').toString());
  const one = read((await create({ flattenAudience: true })).body.jwt);
  const two = read((await create({ flattenAudience: true, audience: ['a', 'b'] })).body.jwt);
  expect([one.aud, two.aud]).toEqual(['https://as.example/token', ['a', 'b']]);
  expect(one.jti).not.toBe(two.jti);
});

test('a recipient of an assertion cannot use it as a session, because its keys are not those of sessions', async () => {
  const issuer = `${latchkey.baseUrl}/v1/apps/${latchkey.projectId}`;
  const { body } = await create({ issuer, subject: `U${'0'.repeat(27)}` });
  const { body: sessionKeys } = await latchkey.request('GET', `/v2/keys/${latchkey.projectId}`);
  const { body: keys } = await latchkey.request('GET', keySetUrl.pathname);
  const idsOf = (set: { keys: { kid: string }[] }) => set.keys.map(({ kid }) => kid);
  expect(idsOf(keys).filter((kid) => idsOf(sessionKeys).includes(kid))).toEqual([]);
  expect(JSON.stringify(keys)).not.toContain('"d":');
  await expect(jwtVerify(body.jwt, createLocalJWKSet(sessionKeys))).rejects.toThrow();
  await expect(latchkey.sdk().validateSession(body.jwt)).rejects.toThrow();
  const validated = await latchkey.request('POST', '/v1/auth/validate', {
    bearer: `${latchkey.projectId}:${body.jwt}`,
  });
  expect(validated.status).toBe(401);
});

test('an invalid request is refused', async () => {
  for (const wrong of [
    { expiresIn: 0 },
    { expiresIn: 86_401 },
    { audience: [] },
    { algorithm: 'none' },
    { algorithm: 'HS256' },
  ]) {
    expect((await create(wrong)).body.errorCode, JSON.stringify(wrong)).toBe('E011003');
  }
  expect((await create({ issuer: '' })).status).toBe(400);
});

test('a new key is published before it signs, and the old one stays while it is valid', {
  tags: 'race',
}, async () => {
  const before = (await create({ algorithm: 'ES384' })).body.jwt;
  const rotated = await rotateAssertionKeys(latchkey.context);
  const kidOf = (jwt: string) => decodeProtectedHeader(jwt).kid;
  const still = (await create({ algorithm: 'ES384' })).body.jwt;
  expect(kidOf(still)).toBe(kidOf(before));
  latchkey.advance(11 * 60_000);
  const after = (await create({ algorithm: 'ES384' })).body.jwt;
  expect(rotated.map(({ id }) => id)).toContain(kidOf(after));
  const { body } = await latchkey.request('GET', keySetUrl.pathname);
  const { payload } = await jwtVerify(before, createLocalJWKSet(body), {
    currentDate: new Date(latchkey.service.now() - 11 * 60_000),
  });
  expect(payload.iss).toBe('client-1');
  latchkey.advance(2 * 86_400_000);
  const later = (await latchkey.request('GET', keySetUrl.pathname)).body.keys;
  expect(later.map(({ kid }: { kid: string }) => kid)).not.toContain(kidOf(before));
});

test('the public SDK creates an assertion', async () => {
  const { data } = await latchkey
    .sdk()
    .management.jwt.generateClientAssertionJwt(
      'client-1',
      'client-1',
      ['https://as.example'],
      60,
      true,
      'RS384',
    );
  expect(decodeProtectedHeader(data?.jwt as string).alg).toBe('RS384');
});
