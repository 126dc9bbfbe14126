const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** Returns a text as the server reads it: composed, without invisible characters and without blanks around it. */
function typedText(text: string): string {
  return text
    .replace(/[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g, '')
    .normalize('NFC')
    .trim();
}

/** Reports whether the server accepts the text as an email address. */
export function isEmail(text: string): boolean {
  const [local = '', domain = '', ...more] = typedText(text).split('@');
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

/** Reports whether the text can be a phone number with its country code. The server knows which digits belong to it. */
export function isPhone(text: string): boolean {
  return /^\+[1-9][0-9]{6,15}$/.test(withoutSeparators(text));
}

/** Normalizes a login ID for comparison. An address gets a domain in ASCII. */
export function foldLoginId(text: string): string {
  const typed = typedText(text);
  if (isEmail(typed)) {
    const [local = '', domain = ''] = typed.split('@');
    return `${local.replaceAll(/[^İ]+/g, (letters) => letters.toLowerCase())}@${asciiDomain(domain)}`;
  }
  return (isPhone(typed) ? withoutSeparators(typed) : typed).toLowerCase().normalize('NFC');
}

function withoutSeparators(phone: string): string {
  return typedText(phone)
    .normalize('NFKC')
    .replace(/\(0\)|[\s\p{Pd}().[\]/·~]/gu, '');
}
