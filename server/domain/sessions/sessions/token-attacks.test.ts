import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import {
  claimsOf,
  createPasswordUser,
  refresh,
  signInByPassword,
  withToken,
} from '../../../../test/signed-in.ts';
import { signJwt } from '../../../protocols/jwt/sign.ts';
import { currentSigningKey, rotateSigningKey } from '../../project/projects/keys/signing-keys.ts';
import { loadProject } from '../../project/projects/load-project.ts';

/** Tests the attacks of RFC 8725 against both kinds of tokens. */

let latchkey: Latchkey;
let tokens: { refreshJwt: string; sessionJwt: string };
let kid: string;
let publicKey: KeyObject;

beforeAll(async () => {
  latchkey = await startLatchkey();
  const { body } = await signInByPassword(latchkey, await createPasswordUser(latchkey));
  tokens = body;
  const keySet = (await latchkey.request('GET', `/v2/keys/${latchkey.projectId}`)).body;
  kid = keySet.keys[0].kid;
  publicKey = createPublicKey({ key: keySet.keys[0], format: 'jwk' });
});
afterAll(() => latchkey.close());

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const validate = (token: string) => withToken(latchkey, 'POST', '/v1/auth/validate', token, {});

/** Both kinds of tokens and the endpoints that accept them. */
const kinds = [
  ['refresh', () => tokens.refreshJwt, (token: string) => refresh(latchkey, token)],
  ['session', () => tokens.sessionJwt, validate],
] as const;

async function expectRefused(ask: (typeof kinds)[number][2], forged: string[]) {
  for (const token of forged) {
    const { status, body } = await ask(token);
    expect([status, body.errorCode], token.slice(0, 80)).toEqual([401, 'E064002']);
  }
}

describe.each(kinds)('a %s JWT', (_kind, genuine, ask) => {
  const payload = () => encode(claimsOf(genuine()));

  test('without a signature is refused in any spelling of the algorithm', async () => {
    const algorithms = ['none', 'None', 'NONE', 'nOnE', '', null, undefined, ['none'], { alg: 'none' }];
    const heads = algorithms.flatMap((alg) => [
      { alg, typ: 'JWT' },
      { alg, kid, typ: 'JWT' },
    ]);
    const signature = genuine().split('.')[2];
    await expectRefused(
      ask,
      heads.flatMap((head) => [`${encode(head)}.${payload()}.`, `${encode(head)}.${payload()}.${signature}`]),
    );
  });

  test('signed with the public key as a shared secret is refused', async () => {
    const secrets = [
      publicKey.export({ type: 'spki', format: 'pem' }),
      String(publicKey.export({ type: 'spki', format: 'pem' })).trim(),
      publicKey.export({ type: 'spki', format: 'der' }),
      publicKey.export({ type: 'pkcs1', format: 'pem' }),
      JSON.stringify(publicKey.export({ format: 'jwk' })),
      '',
    ];
    const forged = ['HS256', 'HS384', 'HS512'].flatMap((alg) =>
      secrets.map((secret) => {
        const input = `${encode({ alg, kid, typ: 'JWT' })}.${payload()}`;
        const mac = createHmac(`sha${alg.slice(2)}`, secret)
          .update(input)
          .digest('base64url');
        return `${input}.${mac}`;
      }),
    );
    await expectRefused(ask, forged);
  });

  test('that contains its own key, or a URL for it, is refused, and the URL is not fetched', async () => {
    let fetched = 0;
    const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const jwk = own.publicKey.export({ format: 'jwk' });
    const server = createServer((_request, response) => {
      fetched += 1;
      response.end(JSON.stringify({ keys: [{ ...jwk, kid, alg: 'RS256', use: 'sig' }] }));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const jku = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`;
    const signed = (head: object) => {
      const input = `${encode({ alg: 'RS256', typ: 'JWT', ...head })}.${payload()}`;
      return `${input}.${sign('sha256', Buffer.from(input), own.privateKey).toString('base64url')}`;
    };
    await expectRefused(ask, [
      signed({ kid, jwk }),
      signed({ jwk }),
      signed({ kid, jku }),
      signed({ jku }),
      signed({ kid, x5u: jku }),
      signed({ kid, x5c: [Buffer.from('x').toString('base64')] }),
      signed({ kid: 'unknown' }),
      signed({ kid: "' or '1'='1" }),
      signed({ kid: jku }),
      signed({ kid: '__proto__' }),
      signed({ kid: [kid] }),
    ]);
    server.close();
    expect(fetched).toBe(0);
  });

  test('that was changed at any position is refused', async () => {
    const [head, body, signature] = genuine().split('.') as [string, string, string];
    const claims = claimsOf(genuine());
    await expectRefused(ask, [
      `${head}.${encode({ ...claims, sub: `U${'0'.repeat(27)}` })}.${signature}`,
      `${head}.${encode({ ...claims, exp: claims.exp + 1 })}.${signature}`,
      `${head}.${body}.${signature.slice(0, -4)}`,
      `${head}.${body}.${signature}AAAA`,
      `${head}.${body}.`,
      `${encode({ alg: 'RS256', kid, typ: 'JWT', crit: ['b64'], b64: false })}.${body}.${signature}`,
      `${encode({ alg: 'RS256', kid, typ: 'at+jwt' })}.${body}.${signature}`,
      `${encode({ alg: 'RS256', typ: 'JWT' })}.${body}.${signature}`,
    ]);
  });

  test('signed with our key is refused if it has expired, is not valid yet, or lacks a claim', async () => {
    const key = await currentSigningKey(latchkey.context);
    const claims = claimsOf(genuine());
    const now = Math.floor(latchkey.service.now() / 1000);
    const without = (name: string) =>
      Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));
    const wrong = [
      { ...claims, exp: now - 1 },
      { ...claims, nbf: now + 3_600 },
      { ...claims, exp: 'never' },
      { ...claims, exp: null },
      { ...claims, iss: 'https://elsewhere.example/v1/apps/P0' },
      { ...claims, iss: [claims.iss] },
      { ...claims, drn: 'DSX' },
      ...['exp', 'iat', 'sub', 'iss', 'drn'].map(without),
    ];
    await expectRefused(ask, await Promise.all(wrong.map((each) => signJwt(each, key))));
  });

  test('of another project is refused, with either project in the header', async () => {
    const other = await latchkey.addProject();
    const bearer = `${other.projectId}:${genuine()}`;
    const path = ask === validate ? '/v1/auth/validate' : '/v1/auth/refresh';
    const answer = await latchkey.request('POST', path, { bearer, body: {} });
    expect([answer.status, answer.body.errorCode]).toEqual([401, 'E064002']);
    // The other project's key signs claims that name this project.
    const project = await loadProject(latchkey.service, other.projectId);
    const key = await currentSigningKey({ ...latchkey.context, project: project as never });
    await expectRefused(ask, [await signJwt(claimsOf(genuine()), key)]);
  });
});

test('a refresh JWT is not accepted as a session JWT, nor the reverse', async () => {
  expect((await validate(tokens.refreshJwt)).body.errorCode).toBe('E064002');
  for (const [method, path] of [
    ['POST', '/v1/auth/refresh'],
    ['POST', '/v1/auth/logout'],
    ['GET', '/v1/auth/me'],
    ['GET', '/v1/auth/me/sessions'],
  ] as const) {
    const { status, body } = await withToken(
      latchkey,
      method,
      path,
      tokens.sessionJwt,
      method === 'GET' ? undefined : {},
    );
    expect([status, body.errorCode], path).toEqual([401, 'E064002']);
  }
  // Even with its kind changed by hand, signed with our key or not.
  const key = await currentSigningKey(latchkey.context);
  const renamed = await signJwt({ ...claimsOf(tokens.sessionJwt), drn: 'DSR' }, key);
  expect((await refresh(latchkey, renamed)).body.errorCode).toBe('E064002');
});

test('the genuine tokens are still accepted afterwards', async () => {
  expect((await validate(tokens.sessionJwt)).status).toBe(200);
  expect((await refresh(latchkey, tokens.refreshJwt)).status).toBe(200);
});

test('responses with a token must not be stored, and no URL contains one', async () => {
  const user = await createPasswordUser(latchkey);
  const signedIn = await signInByPassword(latchkey, user);
  const { refreshJwt } = signedIn.body;
  const refreshed = await refresh(latchkey, refreshJwt);
  const { loginId } = user;
  const answers = [
    signedIn,
    refreshed,
    await withToken(latchkey, 'POST', '/v1/auth/try-refresh', refreshed.body.refreshJwt, {}),
    await latchkey.manage('POST', '/v1/mgmt/auth/signin', { loginId }),
    await latchkey.manage('POST', '/v1/mgmt/auth/anonymous', {}),
    await latchkey.manage('POST', '/v1/mgmt/jwt/update', { jwt: refreshed.body.sessionJwt }),
    await latchkey.manage('POST', '/v1/mgmt/token/clientassertion', {
      issuer: 'a',
      subject: 'a',
      audience: ['b'],
      expiresIn: 60,
    }),
  ];
  for (const { status, headers } of answers) {
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(headers.get('location')).toBeNull();
  }
});

test('the key set is the same for every caller until a key is added, and states how long it may be cached', async () => {
  const path = `/v2/keys/${latchkey.projectId}`;
  const [first, second] = [await latchkey.request('GET', path), await latchkey.request('GET', path)];
  expect(first.body).toEqual(second.body);
  expect(first.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
  expect(JSON.stringify(first.body)).not.toMatch(/"(d|p|q|dp|dq|qi)":/);
  const tag = first.headers.get('etag') as string;
  expect(second.headers.get('etag')).toBe(tag);
  const again = await latchkey.request('GET', path, { headers: { 'if-none-match': tag } });
  expect([again.status, again.body]).toEqual([304, '']);
  await rotateSigningKey(latchkey.context);
  const rotated = await latchkey.request('GET', path, { headers: { 'if-none-match': tag } });
  expect([rotated.status, rotated.body.keys.length]).toEqual([200, 2]);
});
