const letters = 'abcdefghijkmnpqrstuvwxyz';
const groups = [letters, letters.toUpperCase(), '23456789'];

/**
 * Generates 20 characters in groups of five, without look-alikes and with every kind of character that password rules
 * can require.
 */
export function generatePassword(): string {
  const characters = groups.join('');
  for (;;) {
    const text = Array.from({ length: 20 }, () => pick(characters)).join('');
    const hasAll = groups.every((group) => [...group].some((sign) => text.includes(sign)));
    if (hasAll) return text.replace(/.{5}(?=.)/g, '$&-');
  }
}

function pick(characters: string): string {
  // Taking a remainder would make the first characters more likely than the others.
  const limit = 256 - (256 % characters.length);
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
  return byte < limit ? characters.charAt(byte % characters.length) : pick(characters);
}
