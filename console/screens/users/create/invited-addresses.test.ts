import { expect, test } from 'vitest';
import { addressesIn } from './invited-addresses.ts';

test.each([
  ['ann@example.com', ['ann@example.com'], []],
  [
    'ann@example.com, bo@example.com;\n cy@example.com',
    ['ann@example.com', 'bo@example.com', 'cy@example.com'],
    [],
  ],
  ['ann@example.com bo@example.com\tANN@example.com', ['ANN@example.com', 'bo@example.com'], []],
  ['Ann Smith <ann@example.com>, "Bo" <bo@example.com>', ['ann@example.com', 'bo@example.com'], []],
  ['ann@example.com\nbo', ['ann@example.com'], ['bo']],
  [' \n', [], []],
])('%j is read as %j', (text, addresses, wrong) => {
  expect(addressesIn(text)).toEqual({ addresses, wrong });
});
