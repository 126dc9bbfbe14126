const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** Reports whether the server accepts the text as an email address. */
export function isEmail(text: string): boolean {
  const [local = '', domain = '', ...more] = text.normalize('NFC').split('@');
  const labels = domain.split('.');
  return (
    more.length === 0 &&
    bytesOf(text) <= 254 &&
    bytesOf(local) <= 64 &&
    local.split('.').every((atom) => /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+$/u.test(atom)) &&
    labels.length > 1 &&
    labels.every((label) => /^(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)$/u.test(label))
  );
}

/**
 * Reports whether the server accepts the text as a phone number: E.164, optionally with spaces, dots, dashes and
 * parentheses.
 */
export function isPhone(text: string): boolean {
  return /^\+[0-9 ().-]{7,30}$/.test(text) && /^\+[1-9][0-9]{6,14}$/.test(withoutSeparators(text));
}

/** Normalizes a login ID for comparison. */
export function foldLoginId(text: string): string {
  const trimmed = text.normalize('NFC').trim();
  return (isPhone(trimmed) ? withoutSeparators(trimmed) : trimmed).toLowerCase().normalize('NFC');
}

function withoutSeparators(phone: string): string {
  return phone.replace(/[ ().-]/g, '');
}
