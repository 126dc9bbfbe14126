export interface Difference {
  line: number;
  words: string;
}

/** Returns the first difference of two texts in a few words, or undefined if they are equal. */
export function firstDifference(committed: string, expected: string): Difference | undefined {
  if (committed === expected) return undefined;
  const before = committed.split('\n');
  const after = expected.split('\n');
  const index = after.findIndex((line, index) => line !== before[index]);
  const at = index === -1 ? after.length : index;
  const show = (line: string | undefined) =>
    line === undefined ? 'the end of the file' : line.trim().slice(0, 120) || 'an empty line';
  return { line: at + 1, words: `is out of date: ${show(before[at])} should be ${show(after[at])}` };
}
