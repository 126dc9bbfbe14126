import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';

/**
 * A software authenticator and its browser, with node:crypto and an independent encoder, that can deviate in
 * every way. Formats: WebAuthn Level 3 §5.8.1 (client data), §6.1 (authenticator data), RFC 9052 §7 and RFC
 * 8230 §4 (keys).
 */
export class Authenticator {
  readonly #credentials: Credential[] = [];
  readonly #algorithm: 'ES256' | 'RS256';

  constructor(algorithm: 'ES256' | 'RS256' = 'ES256') {
    this.#algorithm = algorithm;
  }

  /** Returns its passkeys as text, from which `load` makes the same authenticator. */
  save(): string {
    return JSON.stringify(
      this.#credentials.map((credential) => ({
        ...credential,
        privateKey: credential.privateKey.export({ format: 'jwk' }),
      })),
    );
  }

  static load(text: string): Authenticator {
    const authenticator = new Authenticator();
    for (const credential of JSON.parse(text)) {
      const privateKey = createPrivateKey({ key: credential.privateKey, format: 'jwk' });
      authenticator.#credentials.push({ ...credential, privateKey });
    }
    return authenticator;
  }

  /** Returns the result of `navigator.credentials.create()`, as SDKs send it. */
  create(options: string, deviation: Deviation = {}): string {
    const { publicKey } = JSON.parse(options);
    const keys =
      this.#algorithm === 'ES256'
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
        : generateKeyPairSync('rsa', { modulusLength: 2048 });
    const credential: Credential = {
      id: deviation.credentialId ?? randomBytes(20).toString('base64url'),
      rpId: publicKey.rp.id,
      userHandle: publicKey.user.id,
      privateKey: keys.privateKey,
      count: deviation.signCount ?? 0,
    };
    this.#credentials.push(credential);
    const id = Buffer.from(credential.id, 'base64url');
    const attested = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([id.length >> 8, id.length & 0xff]),
      deviation.attestedId ?? id,
      deviation.coseKey ?? coseKey(keys.publicKey.export({ format: 'jwk' })),
    ]);
    const data = authenticatorData(credential, { flags: 0x45, ...deviation }, attested);
    const client = clientData('webauthn.create', publicKey.challenge, deviation);
    const format = deviation.selfAttested ? 'packed' : (deviation.format ?? 'none');
    const statement = deviation.selfAttested
      ? packedStatement(sign('sha256', signedBytes(data, client), keys.privateKey))
      : (deviation.statement ?? new Map());
    const attestationObject =
      deviation.attestationObject ??
      cbor(
        new Map<string, Cbor>([
          ['fmt', format],
          ['attStmt', statement],
          ['authData', data],
        ]),
      );
    return this.#encode(credential.id, deviation, {
      clientDataJSON: client.toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
    });
  }

  /**
   * Returns the result of `navigator.credentials.get()`. `at` selects a passkey, allowed or not; absent: as a
   * browser chooses.
   */
  get(options: string, deviation: Deviation & { at?: number } = {}): string {
    const { publicKey } = JSON.parse(options);
    const allowed = (publicKey.allowCredentials as { id: string }[]).map(({ id }) => id);
    const credential =
      deviation.at === undefined
        ? this.#credentials.findLast(
            ({ id, rpId }) => rpId === publicKey.rpId && (allowed.length === 0 || allowed.includes(id)),
          )
        : this.#credentials[deviation.at];
    if (!credential) throw new Error('the authenticator has no such passkey');
    const data = authenticatorData(credential, { flags: 0x05, ...deviation });
    const client = clientData('webauthn.get', publicKey.challenge, deviation);
    const signature = sign('sha256', signedBytes(data, client), credential.privateKey);
    return this.#encode(credential.id, deviation, {
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: (deviation.signature ?? signature).toString('base64url'),
      userHandle: deviation.userHandle === undefined ? credential.userHandle : deviation.userHandle,
    });
  }

  #encode(id: string, { credential, response }: Encoded, own: Record<string, unknown>): string {
    const whole = { id, rawId: id, type: 'public-key', response: { ...own, ...response } };
    return JSON.stringify({ ...whole, ...credential });
  }
}

interface Credential {
  id: string;
  rpId: string;
  userHandle: string;
  privateKey: KeyObject;
  count: number;
}

interface Encoded {
  /** Members that replace the credential's own; `undefined` removes one. */
  credential?: Record<string, unknown>;
  /** Members that replace those of `response`. */
  response?: Record<string, unknown>;
}

/** The deviations from a correct result. */
export interface Deviation extends Encoded {
  origin?: string;
  challenge?: string;
  type?: string;
  /** Further members of the client data; `undefined` removes one. */
  client?: Record<string, unknown>;
  rpId?: string;
  /** UP 0x01, UV 0x04, BE 0x08, BS 0x10, AT 0x40, ED 0x80. */
  flags?: number;
  signCount?: number;
  /** Bytes after the authenticator data. */
  trailing?: Buffer;
  credentialId?: string;
  attestedId?: Buffer;
  coseKey?: Buffer;
  format?: string;
  statement?: Map<string, Cbor>;
  /** The new key attests itself (§8.2). ES256 only. */
  selfAttested?: boolean;
  attestationObject?: Buffer;
  signature?: Buffer;
  userHandle?: string | null;
}

/** The origin that the tests claim as their page. */
export const pageOrigin = 'http://localhost:3000';

function clientData(type: string, challenge: string, deviation: Deviation): Buffer {
  const { origin = pageOrigin, client } = deviation;
  return Buffer.from(
    JSON.stringify({
      type: deviation.type ?? type,
      challenge: deviation.challenge ?? challenge,
      origin,
      crossOrigin: false,
      ...client,
    }),
  );
}

function authenticatorData(
  credential: Credential,
  { rpId, flags = 0, signCount, trailing = Buffer.alloc(0) }: Deviation,
  attested = Buffer.alloc(0),
): Buffer {
  if (signCount !== undefined) credential.count = signCount;
  const head = Buffer.alloc(37);
  createHash('sha256')
    .update(rpId ?? credential.rpId)
    .digest()
    .copy(head);
  head.writeUInt8(flags, 32);
  head.writeUInt32BE(credential.count, 33);
  return Buffer.concat([head, attested, trailing]);
}

function signedBytes(data: Buffer, client: Buffer): Buffer {
  return Buffer.concat([data, createHash('sha256').update(client).digest()]);
}

/** Returns an attestation signature without certificates. */
export function packedStatement(signature: Buffer): Map<string, Cbor> {
  return new Map<string, Cbor>([
    ['alg', -7],
    ['sig', signature],
  ]);
}

function coseKey(jwk: JsonWebKey): Buffer {
  const bytes = (text: string | undefined) => Buffer.from(text ?? '', 'base64url');
  const members: [number, Cbor][] =
    jwk.kty === 'EC'
      ? [
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, bytes(jwk.x)],
          [-3, bytes(jwk.y)],
        ]
      : [
          [1, 3],
          [3, -257],
          [-1, bytes(jwk.n)],
          [-2, bytes(jwk.e)],
        ];
  return cbor(new Map(members));
}

export type Cbor = number | string | Buffer | Cbor[] | Map<string | number, Cbor>;

/** Encodes the part of RFC 8949 that authenticators need. */
export function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  const pairs = [...value].flatMap(([key, one]) => [cbor(key), cbor(one)]);
  return Buffer.concat([head(5, value.size), ...pairs]);
}

function head(major: number, argument: number): Buffer {
  const kind = major << 5;
  if (argument < 24) return Buffer.from([kind | argument]);
  if (argument < 0x100) return Buffer.from([kind | 24, argument]);
  return Buffer.from([kind | 25, argument >> 8, argument & 0xff]);
}
