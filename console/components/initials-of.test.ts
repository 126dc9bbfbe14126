import { expect, test } from 'vitest';
import { initialsOf } from './initials-of.ts';

test.each([
  ['Ada Lovelace', 'AL'],
  ['ann@example.com', 'AN'],
  ['  Ada   King Lovelace ', 'AK'],
  ['Q', 'Q'],
  ['', ''],
  // Characters of several code units stay whole.
  ['👩‍🚀 Stargazer', '👩‍🚀S'],
  ['🦊', '🦊'],
  ['e\u0301mile zola', 'E\u0301Z'],
  ['李小龍', '李小'],
])('%j has the initials %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
