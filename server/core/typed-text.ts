// Text as people write it: pasted from chats and documents, completed by a phone's keyboard, typed in another script. Each door reads names,
// addresses and codes through these functions.

/**
 * Characters that show nothing and that no name or address needs: soft hyphens, zero-width blanks, and marks that turn the direction of
 * what follows.
 */
const invisible = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/gu;

/** Joiners shape letters of other scripts. Beside ASCII, another joiner or an end of the text they show nothing either. */
const idleJoiner = /(?<=^|[ -~\u200c\u200d])[\u200c\u200d]|[\u200c\u200d](?=[ -~\u200c\u200d]|$)/gu;

/** Returns a name or an address as its writer meant it: composed (NFC), without invisible characters and without blanks around it. */
export function typedText(text: string): string {
  if (/^[ -~]*$/.test(text)) return text.trim();
  return text.replace(invisible, '').replace(idleJoiner, '').normalize('NFC').trim();
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
