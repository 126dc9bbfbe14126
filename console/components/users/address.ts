const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** Reports whether the server accepts the text as an email address. */
export function isEmail(text: string): boolean {
  const [local = '', domain = '', ...more] = text.normalize('NFC').split('@');
  const labels = asciiDomain(domain).split('.');
  return (
    more.length === 0 &&
    bytesOf(local) <= 64 &&
    bytesOf(local) + 1 + labels.join('.').length <= 254 &&
    local.split('.').every((atom) => /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+$/u.test(atom)) &&
    labels.length > 1 &&
    labels.every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(label))
  );
}

/** Converts a domain to ASCII by UTS 46, as the server does. Returns an empty text for what is no host name. */
function asciiDomain(domain: string): string {
  if (/[^-.\w\u0080-\u{10ffff}]/u.test(domain)) return '';
  if (!/[^ -~]/.test(domain)) return domain.toLowerCase();
  const url = `http://${domain}`;
  const { hostname } = URL.canParse(url) ? new URL(url) : { hostname: '' };
  return /(^|\.)\d+$/.test(hostname) ? '' : hostname;
}

/**
 * Reports whether the server accepts the text as a phone number: E.164, optionally with spaces, dots, dashes and
 * parentheses.
 */
export function isPhone(text: string): boolean {
  return /^\+[0-9 ().-]{7,30}$/.test(text) && /^\+[1-9][0-9]{6,14}$/.test(withoutSeparators(text));
}

/** Normalizes a login ID for comparison. An address gets a domain in ASCII. */
export function foldLoginId(text: string): string {
  const trimmed = text.normalize('NFC').trim();
  if (isEmail(trimmed)) {
    const [local = '', domain = ''] = trimmed.split('@');
    return `${local.replaceAll(/[^İ]+/g, (letters) => letters.toLowerCase())}@${asciiDomain(domain)}`;
  }
  return (isPhone(trimmed) ? withoutSeparators(trimmed) : trimmed).toLowerCase().normalize('NFC');
}

function withoutSeparators(phone: string): string {
  return phone.replace(/[ ().-]/g, '');
}
