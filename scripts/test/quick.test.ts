import { expect, test } from 'vitest';
import { findTestFiles } from './needs.ts';
import { chooseQuickFiles } from './quick.ts';

test('the quick run has the short files that start no program', () => {
  const files = findTestFiles(['server/core', 'server/commands/serve']);
  const chosen = chooseQuickFiles(files, (file) => (file === 'server/core/ids.test.ts' ? 1_000 : 1));
  expect(chosen.filter((file) => !file.startsWith('server/core/'))).toEqual([]);
  expect(chosen).toContain('server/core/cache.test.ts');
  expect(chosen).not.toContain('server/core/ids.test.ts');
});
