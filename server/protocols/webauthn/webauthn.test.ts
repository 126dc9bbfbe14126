import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  Authenticator,
  type Cbor,
  cbor,
  type Deviation,
  packedStatement,
  pageOrigin,
} from '../../../test/counterparts/authenticator.ts';
import { verifyAssertion } from './assertion.ts';
import { WebAuthnError } from './error.ts';
import { creationOptions, requestOptions } from './options.ts';
import { verifyRegistration } from './registration.ts';
import { readAssertionResponse, readRegistrationResponse } from './response.ts';
import { mayUseRpId } from './rp-id.ts';

const rpId = 'localhost';
const allowsOrigin = (origin: string) => origin === pageOrigin;
const timeoutMs = 300_000;

function ask(deviation: Deviation = {}, algorithm: 'ES256' | 'RS256' = 'ES256') {
  const authenticator = new Authenticator(algorithm);
  const challenge = randomBytes(32).toString('base64url');
  const options = creationOptions({
    challenge,
    timeoutMs,
    userVerification: 'required',
    excluded: [],
    wishes: {},
    rp: { id: rpId, name: 'Shop' },
    user: { id: 'AAAA', name: 'ada', displayName: 'Ada' },
  });
  const response = authenticator.create(JSON.stringify(options), deviation);
  return { authenticator, challenge, response };
}

async function register(deviation: Deviation = {}, algorithm: 'ES256' | 'RS256' = 'ES256') {
  const { authenticator, challenge, response } = ask(deviation, algorithm);
  const expected = { challenge, rpId, allowsOrigin, requiresVerification: true };
  const credential = await verifyRegistration(readRegistrationResponse(response), expected);
  return { authenticator, credential };
}

async function signIn(deviation: Deviation = {}, registered: Deviation = {}, requiresVerification = true) {
  const { authenticator, credential } = await register(registered);
  const challenge = randomBytes(32).toString('base64url');
  const options = requestOptions({ rpId, challenge, timeoutMs, userVerification: 'required', allowed: [] });
  const response = readAssertionResponse(authenticator.get(JSON.stringify(options), deviation));
  return verifyAssertion(response, { challenge, rpId, allowsOrigin, requiresVerification, credential });
}

test.each(['ES256', 'RS256'] as const)('a key of %s is registered and used', async (algorithm) => {
  const { authenticator, credential } = await register({ signCount: 4 }, algorithm);
  expect(credential).toMatchObject({ signCount: 4, backupEligible: false, backedUp: false });
  const challenge = randomBytes(32).toString('base64url');
  const options = requestOptions({ rpId, challenge, timeoutMs, userVerification: 'required', allowed: [] });
  const response = readAssertionResponse(authenticator.get(JSON.stringify(options), { signCount: 9 }));
  const expected = { challenge, rpId, allowsOrigin, requiresVerification: true, credential };
  expect(await verifyAssertion(response, expected)).toEqual({
    signCount: 9,
    backedUp: false,
    userVerified: true,
  });
});

function signatureOfAnother(): Buffer {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return sign('sha256', randomBytes(8), privateKey);
}

/** Deviations of the client data, the same for both ceremonies. */
const wrongClientData: [string, Deviation][] = [
  ['another origin', { origin: 'https://evil.example' }],
  ['an origin that begins with it', { origin: `${pageOrigin}0` }],
  ['another challenge', { challenge: randomBytes(32).toString('base64url') }],
  ['an empty challenge', { challenge: '' }],
  ['the type of something else', { type: 'payment.get' }],
  ['no type', { client: { type: undefined } }],
  ['no challenge', { client: { challenge: undefined } }],
  ['no origin', { client: { origin: undefined } }],
  ['an origin that is a list', { client: { origin: [pageOrigin] } }],
  ['a page inside another one', { client: { crossOrigin: true } }],
  ['a page inside another one, which is named', { client: { crossOrigin: true, topOrigin: pageOrigin } }],
  ['a name of an outer page alone', { client: { topOrigin: pageOrigin } }],
  ['a token binding of no known status', { client: { tokenBinding: { status: 'maybe' } } }],
  ['client data that is not JSON', { response: { clientDataJSON: Buffer.from('{').toString('base64url') } }],
  [
    'client data that is not an object',
    { response: { clientDataJSON: Buffer.from('[]').toString('base64url') } },
  ],
  [
    'client data with a repeated key',
    { response: { clientDataJSON: Buffer.from('{"type":"a","type":"b"}').toString('base64url') } },
  ],
];

const wrongAuthenticatorData: [string, Deviation][] = [
  ['the hash of another domain', { rpId: 'evil.example' }],
  ['the hash of a subdomain', { rpId: `app.${rpId}` }],
  ['bytes behind the authenticator data', { trailing: Buffer.from([0]) }],
];

function rsaKey(modulus: Buffer, exponent: Buffer): Buffer {
  return cbor(
    new Map<number, Cbor>([
      [1, 3],
      [3, -257],
      [-1, modulus],
      [-2, exponent],
    ]),
  );
}

function ecKey(algorithm: number, curve: number, coordinate: Buffer): Buffer {
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, algorithm],
      [-1, curve],
      [-2, coordinate],
      [-3, coordinate],
    ]),
  );
}

describe('an attestation that nobody requested', () => {
  const formats = [
    'packed',
    'tpm',
    'android-key',
    'android-safetynet',
    'fido-u2f',
    'apple',
    'compound',
    'homemade',
  ];
  const statements: [string, Cbor][] = [
    ['nothing', new Map()],
    ['a signature by another key', packedStatement(signatureOfAnother())],
    ['a list', [new Map([['fmt', 'packed']])]],
    [
      'certificates that are none',
      new Map<string, Cbor>([
        ['alg', -7],
        ['sig', randomBytes(70)],
        ['x5c', [randomBytes(100), randomBytes(4_000)]],
      ]),
    ],
  ];
  const all = formats.flatMap((format) =>
    statements.map(([name, statement]) => [format, name, statement] as const),
  );

  test.each(all)('is ignored: %s with %s', async (format, _name, statement) => {
    const attestation = { format, statement: statement as Map<string, Cbor> };
    expect((await register({ ...attestation, signCount: 3 })).credential).toMatchObject({ signCount: 3 });
    for (const [, wrong] of [...wrongClientData, ...wrongAuthenticatorData, ['', { flags: 0x41 }] as const]) {
      await expect(register({ ...wrong, ...attestation })).rejects.toThrow(WebAuthnError);
    }
  });
});

describe('a registration is refused with', () => {
  test.each([
    ...wrongClientData,
    ...wrongAuthenticatorData,
    ['the type of a sign-in', { type: 'webauthn.get' }],
    ['an absent user', { flags: 0x44 }],
    ['an unverified user', { flags: 0x41 }],
    ['no key', { flags: 0x05 }],
    ['a backup of what cannot be backed up', { flags: 0x55 }],
    ['missing extensions', { flags: 0xc5 }],
    ['another credential ID than the answer says', { attestedId: randomBytes(20) }],
    ['no credential ID', { attestedId: Buffer.alloc(0) }],
    ['a key that is not a map', { coseKey: cbor([1, 2, 3]) }],
    ['a key without algorithm', { coseKey: cbor(new Map([[1, 2]])) }],
    [
      'a key of an algorithm that was not offered',
      {
        coseKey: cbor(
          new Map<number, Cbor>([
            [1, 2],
            [3, -35],
            [-1, 2],
          ]),
        ),
      },
    ],
    ['an RSA key with the exponent 1', { coseKey: rsaKey(Buffer.alloc(256, 0xff), Buffer.of(1)) }],
    ['an RSA key with an even exponent', { coseKey: rsaKey(Buffer.alloc(256, 0xff), Buffer.of(2)) }],
    ['an RSA key of 1024 bits', { coseKey: rsaKey(Buffer.alloc(128, 0xff), Buffer.of(1, 0, 1)) }],
    ['a point that is not on the curve', { coseKey: ecKey(-7, 1, Buffer.alloc(32, 1)) }],
    ['a key on another curve than that of its algorithm', { coseKey: ecKey(-7, 2, Buffer.alloc(48, 1)) }],
    ['a key of another type than that of its algorithm', { coseKey: ecKey(-257, 1, Buffer.alloc(32, 1)) }],
    ['a format that is not a text', { format: 7 as never }],
    ['bytes that are not CBOR', { attestationObject: Buffer.from('ff00ff', 'hex') }],
    ['CBOR that ends too early', { attestationObject: Buffer.from('a363666d74', 'hex') }],
    ['CBOR that is not a map', { attestationObject: cbor(['none']) }],
    ['lists in lists in lists', { attestationObject: Buffer.alloc(16_000, 0x81) }],
    ['a list of indefinite length', { attestationObject: Buffer.from('9affffffff', 'hex') }],
    ['a map without the data', { attestationObject: cbor(new Map([['fmt', 'none']])) }],
    [
      'data that is text',
      {
        attestationObject: cbor(
          new Map<string, Cbor>([
            ['fmt', 'none'],
            ['attStmt', new Map()],
            ['authData', 'x'.repeat(200)],
          ]),
        ),
      },
    ],
  ] as [string, Deviation][])('%s', async (_name, deviation) => {
    await expect(register(deviation)).rejects.toThrow(WebAuthnError);
  });
});

describe('an assertion is refused with', () => {
  test.each([
    ...wrongClientData,
    ...wrongAuthenticatorData,
    ['the type of a registration', { type: 'webauthn.create' }],
    ['an absent user', { flags: 0x04 }],
    ['an unverified user', { flags: 0x01 }],
    ['another backup eligibility than at its registration', { flags: 0x0d }],
    ['a backup of what cannot be backed up', { flags: 0x15 }],
    ['the signature of another', { signature: signatureOfAnother() }],
    ['an invalid signature', { signature: randomBytes(70) }],
    ['an empty list for a signature', { signature: Buffer.from('3000', 'hex') }],
    ['data of 36 bytes', { response: { authenticatorData: randomBytes(36).toString('base64url') } }],
  ] as [string, Deviation][])('%s', async (_name, deviation) => {
    await expect(signIn(deviation)).rejects.toThrow(WebAuthnError);
  });

  test.each([
    [5, 4],
    [5, 5],
    [5, 0],
  ])('a count that goes from %i to %i', async (before, after) => {
    await expect(signIn({ signCount: after }, { signCount: before })).rejects.toThrow(WebAuthnError);
  });
});

test('a key that attests itself is taken', async () => {
  const { credential } = await register({ selfAttested: true });
  expect(credential.signCount).toBe(0);
});

test('an authenticator that does not count is not held to it', async () => {
  expect(await signIn({ signCount: 0 }, { signCount: 0 })).toMatchObject({ signCount: 0 });
});

test('a user who was not verified is enough where that is not required', async () => {
  expect(await signIn({ flags: 0x01 }, {}, false)).toMatchObject({ signCount: 0 });
});

describe('what is no response is refused:', () => {
  const wrong: [string, Deviation][] = [
    ['without id', { credential: { id: undefined } }],
    ['with an id that is a number', { credential: { id: 1 } }],
    ['with an id that is empty', { credential: { id: '', rawId: '' } }],
    ['with an id that is not base64url', { credential: { id: 'a+b/', rawId: 'a+b/' } }],
    ['with padding', { credential: { id: 'AAA=', rawId: 'AAA=' } }],
    ['with another rawId', { credential: { rawId: 'AAAA' } }],
    ['with an id of 1,024 bytes', { credentialId: Buffer.alloc(1_024, 1).toString('base64url') }],
    ['without type', { credential: { type: undefined } }],
    ['of another type', { credential: { type: 'password' } }],
    ['without response', { credential: { response: undefined } }],
    ['with a response that is text', { credential: { response: 'x' } }],
    ['with a response that is a list', { credential: { response: [] } }],
    ['without client data', { response: { clientDataJSON: undefined } }],
    ['with empty client data', { response: { clientDataJSON: '' } }],
    ['with client data that is an object', { response: { clientDataJSON: {} } }],
    ['with long client data', { response: { clientDataJSON: Buffer.alloc(5_000, 1).toString('base64url') } }],
  ];
  test.each([
    ...wrong,
    ['without attestation', { response: { attestationObject: undefined } }],
    ['with an empty attestation', { response: { attestationObject: '' } }],
    ['with a long attestation', { attestationObject: Buffer.alloc(20_000, 0x81) }],
  ] as [string, Deviation][])('a registration %s', (_name, deviation) => {
    expect(() => readRegistrationResponse(ask(deviation).response)).toThrow(WebAuthnError);
  });

  test.each([
    ...wrong.filter(([, { credentialId }]) => !credentialId),
    ['without authenticator data', { response: { authenticatorData: undefined } }],
    ['without signature', { response: { signature: undefined } }],
    ['with a signature that is a number', { response: { signature: 5 } }],
    ['with a user handle that is a number', { response: { userHandle: 5 } }],
    ['with a user handle of 65 bytes', { userHandle: Buffer.alloc(65, 1).toString('base64url') }],
  ] as [string, Deviation][])('an assertion %s', (_name, deviation) => {
    const { authenticator } = ask();
    const options = requestOptions({
      rpId,
      challenge: 'AAAA',
      timeoutMs,
      userVerification: 'required',
      allowed: [],
    });
    const response = authenticator.get(JSON.stringify(options), deviation);
    expect(() => readAssertionResponse(response)).toThrow(WebAuthnError);
  });

  test.each(['', 'x', '[]', '"x"', 'null', '{}', '{"id":', '{'.repeat(1_000), '{"__proto__":{}}'])(
    '%j',
    (text) => {
      expect(() => readRegistrationResponse(text)).toThrow(WebAuthnError);
      expect(() => readAssertionResponse(text)).toThrow(WebAuthnError);
    },
  );
});

test.each([
  ['example.com', 'example.com', true],
  ['app.example.com', 'example.com', true],
  ['example.com', 'app.example.com', false],
  ['evilexample.com', 'example.com', false],
  ['example.com.evil.test', 'example.com', false],
  ['localhost', 'localhost', true],
  ['127.0.0.1', '127.0.0.1', false],
  ['[::1]', '[::1]', false],
])('pages of %s may use credentials of %s: %s', (host, domain, may) => {
  expect(mayUseRpId(host, domain)).toBe(may);
});
