import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type SigningAlgorithm, signJwt } from './sign.ts';
import { verifyJwt } from './verify.ts';

const now = 1_800_000_000_000;
const seconds = now / 1000;
const claims = { iss: 'P1', sub: 'U1', iat: seconds, exp: seconds + 1, drn: 'DS' };
const expected = { kind: 'DS', projectId: 'P1', now } as const;

function pair(algorithm: SigningAlgorithm) {
  const { privateKey, publicKey } =
    algorithm === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { signing: { id: 'k', algorithm, privateKey }, known: [{ id: 'k', algorithm, publicKey }] };
}

describe.each(['RS256', 'ES256'] as const)('a token signed with %s', (algorithm) => {
  const { signing, known } = pair(algorithm);
  const issue = (changes: object = {}) => signJwt({ ...claims, ...changes }, signing);
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  function signedWithHead(head: object): string {
    const input = `${encode({ alg: algorithm, kid: 'k', typ: 'JWT', ...head })}.${encode(claims)}`;
    const signature = sign('sha256', Buffer.from(input), {
      key: signing.privateKey,
      dsaEncoding: 'ieee-p1363',
    });
    return `${input}.${signature.toString('base64url')}`;
  }

  test('returns its claims', async () => {
    expect(verifyJwt(await issue(), known, expected)).toEqual(claims);
    expect(verifyJwt(signedWithHead({}), known, expected)).toEqual(claims);
  });

  test.each([
    ['that expires now', { exp: seconds }, 'has expired'],
    ['whose times are texts', { exp: `${seconds + 9}` }, 'is not valid'],
    ['without a time of issue', { iat: undefined }, 'is not valid'],
    ['that is not valid yet', { nbf: seconds + 1 }, 'is not valid'],
    ['without a subject', { sub: undefined }, 'is not valid'],
    ['of another kind', { drn: 'DSR' }, 'another kind'],
    ['of another project', { iss: 'P2' }, 'another project'],
  ])('is refused if it is one %s', async (_, changes, reason) => {
    const token = await issue(changes);
    expect(() => verifyJwt(token, known, expected)).toThrow(reason);
  });

  test.each([
    ['a critical extension', { crit: ['exp'] }],
    ['another type', { typ: 'at+jwt' }],
    ['another algorithm', { alg: algorithm === 'RS256' ? 'ES256' : 'RS256' }],
    ['another key', { kid: 'other' }],
  ])('is refused with %s in its header', (_, head) => {
    expect(() => verifyJwt(signedWithHead(head), known, expected)).toThrow('the token');
  });

  test('is refused in any other form', async () => {
    const token = await issue();
    const [head, body, signature] = token.split('.') as [string, string, string];
    for (const form of [
      ...['', '.', '..', `${head}.${body}`, `${head}.${body}.`, `${token}.`, `${token}.${signature}`],
      ...[` ${token}`, `${token}\n`, `${head}.${body}.${signature}=`, `${head}=.${body}.${signature}`],
      ...[`${head}.${encode([claims])}.${signature}`, `${encode('x')}.${body}.${signature}`],
    ]) {
      expect(() => verifyJwt(form, known, expected), form.slice(-60)).toThrow('the token');
    }
  });
});
