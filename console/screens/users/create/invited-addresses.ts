/** The number of users that one call creates. */
export const maxPeople = 100;

/**
 * Reads a pasted list of addresses, separated by line breaks, commas, semicolons or spaces. Also accepts the form of mail
 * programs, `Ann Smith <ann@example.com>`. Repeated addresses count once.
 */
export function addressesIn(text: string): { addresses: string[]; wrong: string[] } {
  const parts = text
    .split(/[\n,;]/)
    .flatMap((line) => {
      const named = line.slice(line.indexOf('<') + 1, line.indexOf('>'));
      return line.includes('<') && line.includes('>') ? [named] : line.split(/\s/);
    })
    .map((part) => part.trim())
    .filter(Boolean);
  const byFolded = new Map(parts.map((part) => [part.toLowerCase(), part]));
  const all = [...byFolded.values()];
  const isAddress = (part: string) => /^[^\s@]+@[^\s@]+$/.test(part);
  return { addresses: all.filter(isAddress), wrong: all.filter((part) => !isAddress(part)) };
}
