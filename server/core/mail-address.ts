import { domainToASCII, domainToUnicode } from 'node:url';
import { typedText } from './typed-text.ts';

/** The longest name of a host (RFC 1035 §2.3.4). */
export const maxDomainLength = 253;

// One mailbox has one form here, whatever a person types. The domain is compared by UTS 46, as browsers and mail programs do, with Node's
// `domainToASCII`. The part before the @ belongs to the mail server.

/**
 * Converts a domain to ASCII by UTS 46, in lower case. Returns an empty text for what is no host name. Checks the characters first, because
 * `domainToASCII` turns other text into a host: it reads a number as an IP address and stops at a slash.
 */
export function asciiDomain(domain: string): string {
  if (/[^-.\w\u0080-\u{10ffff}]/u.test(domain)) return '';
  if (!/[^ -~]|xn--/i.test(domain)) return domain.toLowerCase();
  const ascii = domainToASCII(domain);
  if (ascii === '') return isAscii(domain) ? domain.toLowerCase() : '';
  return /(^|\.)\d+$/.test(ascii) ? '' : ascii;
}

/** A mail address in the one form of its mailbox. */
export interface MailAddress {
  local: string;
  /** As people read it: in Unicode. */
  domain: string;
  /** As mail servers and DNS read it. */
  asciiDomain: string;
}

/**
 * Reads `local@domain` as mail servers deliver it (RFC 5321 §4.1.2 without quoted local parts and address literals), with international
 * letters (RFC 6531). Parses with `split` and simple patterns, so that no input causes backtracking.
 */
export function readMailAddress(text: string): MailAddress | undefined {
  const typed = typedText(text);
  const [typedLocal = '', typedDomain = '', ...more] = typed.split('@');
  if (more.length > 0 || typedLocal === '' || typedDomain === '' || typed.length > maxOctets)
    return undefined;
  const local = lowerLocal(typedLocal);
  const ascii = asciiDomain(typedDomain);
  const labels = ascii.split('.');
  const isValid =
    Buffer.byteLength(local) <= 64 &&
    Buffer.byteLength(local) + 1 + ascii.length <= maxOctets &&
    local.split('.').every((atom) => /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+$/u.test(atom)) &&
    labels.length > 1 &&
    labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label));
  if (!isValid) return undefined;
  const domain = ascii.includes('xn--') ? domainToUnicode(ascii) : ascii;
  return { local, domain: asciiDomain(domain) === ascii ? domain : ascii, asciiDomain: ascii };
}

const maxOctets = 254;

/** Returns the one form of an address, or `undefined` for other text. */
export function foldMailAddress(text: string): string | undefined {
  const address = readMailAddress(text);
  return address && `${address.local}@${address.domain}`;
}

/** Returns the address with the domain in ASCII, as a mail server gets it; other text as it is. */
export function deliverableAddress(text: string): string {
  const address = readMailAddress(text);
  return address ? `${address.local}@${address.asciiDomain}` : text;
}

/** Returns the address as releases before this rule stored it, which compared domains letter by letter. */
export function foldBySpelling(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const [local = '', ...domain] = text.normalize('NFC').split('@');
  return [lowerLocal(local), ...domain.map((part) => part.toLowerCase().normalize('NFC'))].join('@');
}

/**
 * Lower-cases the part before the @. `İ` stays: its lower-case form in Unicode has a dot above more than the `i` of any keyboard, so it
 * is another mailbox.
 */
function lowerLocal(local: string): string {
  if (isAscii(local)) return local.toLowerCase();
  return local.replaceAll(/[^İ]+/g, (letters) => letters.toLowerCase()).normalize('NFC');
}

function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}
