/** Characters that separate the words of a name. A search for two characters finds the beginning of a word. */
export const wordBreaks = [' ', '\n', '-', "'", '’', '・', '\u3000'];

/** Two or more letters of scripts that write no blanks between words. */
const unbroken =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]{2,}/gu;

/** Reports whether a text contains another one at the beginning of a word. */
export function hasWord(text: string, word: string): boolean {
  return text.startsWith(word) || wordBreaks.some((sign) => text.includes(sign + word));
}

/** Lists each two letters that stand together inside a word, in scripts that write no blanks: 太郎 of 田中太郎. */
export function innerPairs(name: string): string[] {
  return (name.match(unbroken) ?? []).flatMap((run) => {
    const letters = [...run];
    const pairs = letters.slice(1).map((letter, before) => `${letters[before]}${letter}`);
    return pairs.filter((pair) => !hasWord(name, pair));
  });
}
