import { expect, test } from 'vitest';
import { decisionsPage, readDecisions } from './decisions.ts';

const texts: Record<string, string> = {
  '0029-ownership.md': '# 0029: An address belongs to its owner\n\nText',
  '0111-groups.md': '# 0111: A group is a value\n',
};
const decisions = readDecisions([...Object.keys(texts), 'README.md'], (file) => texts[file] ?? '');

test('a new line and an old title get link and title, and a merged decision the link to its successor', () => {
  const page =
    '## Users\n\n- [0029](0029-old.md): Old title\n\n## House\n\n- 0111\n\n## Merged\n\n- 0020 → 0029\n';
  const expected =
    '## Users\n\n- [0029](0029-ownership.md): An address belongs to its owner\n\n' +
    '## House\n\n- [0111](0111-groups.md): A group is a value\n\n## Merged\n\n- 0020 → [0029](0029-ownership.md)\n';
  expect(decisionsPage(page, decisions)).toBe(expected);
  expect(decisionsPage(expected, decisions)).toBe(expected);
});

test.each([
  ['is missing', '- 0029\n', 'exactly once: 0111'],
  ['is listed twice', '- 0029\n- 0111\n- 0111\n', 'exactly once: 0111'],
  ['is listed, and as merged, too', '- 0029\n- 0111\n- 0029 → 0111\n', 'exactly once: 0029'],
  ['does not exist', '- 0029\n- 0111\n- 0112\n', '0112, which is no decision'],
  ['is merged into one that does not exist', '- 0029\n- 0111\n- 0020 → 0112\n', '0112, which is no decision'],
])('the index is refused if a decision %s', (_, page, message) => {
  expect(() => decisionsPage(page, decisions)).toThrow(message);
});

test('a file without number and title is refused', () => {
  expect(() => readDecisions(['0112-new.md'], () => '# New\n')).toThrow('"# 0112: "');
});
