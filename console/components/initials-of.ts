const characters = new Intl.Segmenter();

/** Returns the initials of a name: of the first two words, or the first two characters of a single word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters =
    words.length > 1 ? words.slice(0, 2).map((word) => start(word, 1)) : [start(words[0] ?? '', 2)];
  return letters.join('').toUpperCase();
}

/** Counts as readers do: an emoji and a letter with its accents are one character. */
function start(word: string, count: number): string {
  return Array.from(characters.segment(word), ({ segment }) => segment)
    .slice(0, count)
    .join('');
}
