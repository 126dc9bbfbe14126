import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createSealer, equalSecrets, hashSecret, newDigits, newSecret, replaceSeals } from './crypto.ts';

const key = randomBytes(32);
const sealer = createSealer(key);

describe('a sealed value', () => {
  test.each(['', 'secret', 'naïve 😀', 'x'.repeat(100_000)])('opens to the original value', (plain) => {
    expect(sealer.unseal(sealer.seal(plain, 'p'), 'p')).toBe(plain);
  });

  test('never looks the same twice', () => {
    expect(sealer.seal('secret', 'p')).not.toBe(sealer.seal('secret', 'p'));
  });

  test('does not open for another record', () => {
    const sealed = sealer.seal('secret', 'totp:P1:U1');
    for (const purpose of ['totp:P1:U2', 'totp:P2:U1', 'totp:P1:U1 ', '']) {
      expect(() => sealer.unseal(sealed, purpose)).toThrow();
    }
  });

  test('does not open with another key', () => {
    const sealed = sealer.seal('secret', 'p');
    expect(() => createSealer(randomBytes(32)).unseal(sealed, 'p')).toThrow();
  });

  test('does not open when any of its bits has changed', () => {
    const sealed = sealer.seal('secret', 'p');
    const prefix = sealed.slice(0, sealed.lastIndexOf('.') + 1);
    const bytes = Buffer.from(sealed.slice(prefix.length), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const altered = Buffer.from(bytes);
      altered[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => sealer.unseal(`${prefix}${altered.toString('base64url')}`, 'p')).toThrow();
    }
  });

  test('does not open when it was shortened or extended', () => {
    const sealed = sealer.seal('secret', 'p');
    for (let length = 0; length < sealed.length; length++) {
      expect(() => sealer.unseal(sealed.slice(0, length), 'p')).toThrow();
    }
    for (const more of ['A', '.', '.A', '=', ' ', '\n'])
      expect(() => sealer.unseal(sealed + more, 'p')).toThrow();
    for (const other of ['v1.', 'v3.', 'v2:']) {
      expect(() => sealer.unseal(sealed.replace('v2.', other), 'p')).toThrow();
    }
  });
});

describe('several keys', () => {
  const newer = randomBytes(32);
  const both = createSealer(newer, key);
  const [newerId, olderId] = both.keyIds as [string, string];

  test('all open, and the first one seals and is named by what it seals', () => {
    expect(both.unseal(sealer.seal('secret', 'p'), 'p')).toBe('secret');
    const sealed = both.seal('secret', 'p');
    expect(createSealer(newer).unseal(sealed, 'p')).toBe('secret');
    expect(() => sealer.unseal(sealed, 'p')).toThrow(newerId);
    expect(both.keyIdOf(sealed, 'p')).toBe(newerId);
    expect(sealer.keyIdOf(sealed, 'p')).toBe(newerId);
    expect(both.keyIdOf(sealer.seal('secret', 'p'), 'p')).toBe(olderId);
  });

  test('open a value from before the upgrade, which names no key', () => {
    const fixed = createSealer(Buffer.alloc(32, 7));
    const old = 'v1.zjawJGfjWlIv8qrfEQ1rSSyqjwogYItQUtT_ud4QEecELQ';
    const withOthers = createSealer(newer, Buffer.alloc(32, 7), key);
    expect(withOthers.unseal(old, 'p')).toBe('secret');
    expect(withOthers.keyIdOf(old, 'p')).toBe(fixed.keyIds[0]);
    expect(both.keyIdOf(old, 'p')).toBeUndefined();
    expect(() => both.unseal(old, 'p')).toThrow();
  });

  test('verify the MACs of all of them, and repeat the MAC of the named one', () => {
    for (const one of [sealer, both])
      expect(both.verifyMac(one.mac('123456', 'p'), '123456', 'p')).toBe(true);
    expect(sealer.verifyMac(both.mac('123456', 'p'), '123456', 'p')).toBe(false);
    expect(both.verifyMac(both.mac('123456', 'p'), '123457', 'p')).toBe(false);
    expect(both.mac('123456', 'p', olderId)).toBe(sealer.mac('123456', 'p'));
    expect(both.mac('123456', 'p', 'gone')).toBe(both.mac('123456', 'p', newerId));
  });
});

test('sealed values are found alone and within JSON, and nothing else is', () => {
  const [one, two] = [sealer.seal('', 'p'), sealer.seal('two', 'p')];
  const marked = (text: string) => replaceSeals(text, () => '*');
  expect(marked(one)).toBe('*');
  expect(marked(JSON.stringify([{ hash: one }, { hash: two }]))).toBe('[{"hash":"*"},{"hash":"*"}]');
  for (const text of ['', '[]', '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA', `${one} `, `x${one}`]) {
    expect(marked(text)).toBe(text);
  }
});

test('a key of another length is refused', () => {
  for (const length of [0, 16, 31, 33]) expect(() => createSealer(Buffer.alloc(length))).toThrow();
});

test('a secret has 256 bits in 43 characters that fit into the Authorization header', () => {
  const secrets = Array.from({ length: 100 }, newSecret);
  for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/);
  expect(new Set(secrets).size).toBe(100);
});

test('the hash of a secret is the same every time and 43 characters long', () => {
  expect(hashSecret('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
});

test('secrets are compared correctly whatever their lengths', () => {
  expect(equalSecrets('a', 'a')).toBe(true);
  expect(equalSecrets('a', 'b')).toBe(false);
  expect(equalSecrets('a', 'aa')).toBe(false);
  expect(equalSecrets('', '')).toBe(true);
});

describe('the MAC of a short secret', () => {
  test('is repeatable, and different for another key, record or secret', () => {
    const mac = sealer.mac('123456', 'code:C1');
    expect(sealer.mac('123456', 'code:C1')).toBe(mac);
    const others = [
      createSealer(randomBytes(32)).mac('123456', 'code:C1'),
      sealer.mac('123456', 'code:C2'),
      sealer.mac('123457', 'code:C1'),
      sealer.mac('3456', 'code:C112'),
    ];
    expect(new Set([mac, ...others]).size).toBe(5);
  });
});

test('digits keep their leading zeros', () => {
  const drawn = Array.from({ length: 1_000 }, () => newDigits(2));
  expect(drawn.every((text) => /^\d{2}$/.test(text))).toBe(true);
  expect(drawn.some((text) => text.startsWith('0'))).toBe(true);
});
