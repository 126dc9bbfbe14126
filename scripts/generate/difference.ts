/** Returns the first difference of two texts as a few words with the line, or undefined if they are equal. */
export function firstDifference(committed: string, expected: string): string | undefined {
  if (committed === expected) return undefined;
  const before = committed.split('\n');
  const after = expected.split('\n');
  const index = after.findIndex((line, index) => line !== before[index]);
  const at = index === -1 ? after.length : index;
  const show = (line: string | undefined) => (line === undefined ? '(end of the file)' : line.slice(0, 160));
  return `line ${at + 1}:\n- ${show(before[at])}\n+ ${show(after[at])}`;
}
