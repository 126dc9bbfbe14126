// Text as people write it: pasted from chats and documents, completed by a phone's keyboard, typed in another script. Each door reads names,
// addresses and codes through these functions.

/**
 * Characters that show nothing and that no name or address needs: soft hyphens, zero-width blanks, fillers of Hangul, and marks that turn the
 * direction of what follows.
 */
const invisible =
  /[\u034f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]/gu;

/** Joiners shape letters of other scripts. Beside ASCII, a blank, another joiner or an end of the text they show nothing either. */
const idleJoiner = /(?<=^|[\s!-~\u200c\u200d])[\u200c\u200d]|[\u200c\u200d](?=[\s!-~\u200c\u200d]|$)/gu;

/** Returns a name or an address as its writer meant it: composed (NFC), without invisible characters and without blanks around it. */
export function typedText(text: string): string {
  if (/^[ -~]*$/.test(text)) return text.trim();
  // Composed first, so that a joiner has the same neighbors in each spelling, and again, because what is removed may have separated two parts of a letter.
  const visible = text.normalize('NFC').replace(invisible, '').normalize('NFC');
  return visible.replace(idleJoiner, '').normalize('NFC').trim();
}

/** Returns a name in the form in which it is compared: as its writer meant it, in lower case. */
export function foldTyped(text: string): string {
  const lower = typedText(text).toLowerCase();
  // A letter in lower case can be two characters, of which a joiner has another neighbor.
  return /^[ -~]*$/.test(lower) ? lower : typedText(lower);
}

/** Returns a text without characters that show nothing, also where they shape letters, because people leave them out of a search. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, '').replace(/[\u200c\u200d]/g, '');
}

/** Returns a text with a code such as `\u200b` for each character that shows nothing. */
export function withVisibleMarks(text: string): string {
  const codeOf = (mark: string) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return text.replace(invisible, codeOf).replace(/[\u200c\u200d]/g, codeOf);
}

/** Returns a text with digits of any script and width as ASCII digits, and with other letters and signs of ASCII in their usual width. */
export function plainDigits(text: string): string {
  const plain = typedText(text);
  if (/^[ -~]*$/.test(plain)) return plain;
  return plain.normalize('NFKC').replace(/\p{Nd}/gu, asciiDigit);
}

/** Digits of a script follow each other from a code point that ends with 0 or 6. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) as number;
  const row = code - (code % 16);
  return String(code - (/\p{Nd}/u.test(String.fromCodePoint(row)) ? row : row + 6));
}

/** Reads a one-time code as apps and messages show it, such as `123 456`, `123-456` and `１２３４５６`. */
export function readCode(text: string): string {
  return plainDigits(text).replace(/[\s\p{Pd}\u2212.]/gu, '');
}
