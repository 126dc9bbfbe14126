import { expect, test } from 'vitest';
import { keysText, readKeys } from './public-keys.ts';

const key = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' };

test('public keys are read as a set, a list or one key, and nothing else is', () => {
  for (const text of [keysText({ keys: [key] }), JSON.stringify([key]), JSON.stringify(key)])
    expect(readKeys(text)).toEqual({ keys: [key] });
  expect(readKeys(' ')).toEqual({ keys: [] });
  expect(keysText({ keys: [] })).toBe('');
  for (const text of ['{', 'null', '1', '{}', '{"keys": {}}', '[1]', '-----BEGIN PUBLIC KEY-----'])
    expect(readKeys(text), text).toBeUndefined();
});
