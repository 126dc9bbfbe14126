import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeBaseTheme } from './base-theme.ts';

test('the theme that the server starts from is the one that the library makes', async () => {
  const file = new URL('../../server/domain/pages/components/theme/base-theme.json', import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(await makeBaseTheme());
});
