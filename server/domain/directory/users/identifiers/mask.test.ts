import { expect, test } from 'vitest';
import { maskTyped } from './mask.ts';

test.each([
  ['ann@example.com', 'a***@e***.com'],
  [' Ann@mail.example.co.uk ', 'A***@m***.uk'],
  ['é@ü.example', 'é***@ü***.example'],
  ['+1 (202) 555-0123', '***23'],
  ['ann', '***'],
  ['', '***'],
  ['ann@', '***'],
])('%j is shown as %j', (typed, shown) => {
  expect(maskTyped(typed)).toBe(shown);
});
