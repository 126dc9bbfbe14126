import { SamlError } from './error.ts';

/** Limits that are checked before a document reaches the parser. */
export type SamlLimits = {
  /** The expected kind of document, for messages. */
  document: string;
  bytes: number;
  /** Elements, comments and CDATA sections together. */
  nodes: number;
  depth: number;
  attributesPerElement: number;
  namespacesPerElement: number;
  /** The parser searches the whole text once for every new element name: this limit keeps it linear. */
  elementNames: number;
};

export const messageLimits: SamlLimits = {
  document: 'a SAML message',
  bytes: 128 * 1024,
  nodes: 5000,
  depth: 64,
  attributesPerElement: 64,
  namespacesPerElement: 16,
  elementNames: 200,
};

export const metadataLimits: SamlLimits = {
  ...messageLimits,
  document: 'metadata',
  bytes: 512 * 1024,
  nodes: 20_000,
};

type Cursor = { readonly xml: string; at: number };

const blank = '[ \\t\\r\\n]';
const name = '[A-Za-z_][\\w.-]*(?::[A-Za-z_][\\w.-]*)?';
const declaration = new RegExp(
  `<\\?xml${blank}+version=(?:"1\\.0"|'1\\.0')(?:${blank}+encoding=(?:"utf-8"|'utf-8'))?` +
    `(?:${blank}+standalone=(?:"(?:yes|no)"|'(?:yes|no)'))?${blank}*\\?>`,
  'iy',
);
const startTag = new RegExp(`<(${name})`, 'y');
const attribute = new RegExp(`${blank}+(${name})${blank}*=${blank}*(?:"([^"<]*)"|'([^'<]*)')`, 'y');
const startTagEnd = new RegExp(`${blank}*(/?)>`, 'y');
const endTag = new RegExp(`</(${name})${blank}*>`, 'y');
const notBlank = /[^ \t\r\n]/;
const badReference = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\dA-Fa-f]{1,6});)/;
const numericReference = /&#(x?)([\dA-Fa-f]+);/g;
const forbiddenCharacter = /[^\t\n\r\u0020-\ufffd]/;
const namespaceName = /^[^\s&"'<>]{0,512}$/;
const xmlNs = 'http://www.w3.org/XML/1998/namespace';
const reservedNamespaces = new Set([
  xmlNs,
  'http://www.w3.org/2000/xmlns/',
  // xmldom parses the content of such elements by the rules of HTML.
  'http://www.w3.org/1999/xhtml',
]);

/**
 * Checks a document in one linear pass before any parser sees it. Accepts only well-formed XML 1.0 without DTD
 * and processing instructions, and limits everything that makes parsing expensive.
 *
 * xmldom silently repairs much that is not well-formed (a wrong end tag, an unclosed element, text after the
 * root), and every repair is a chance for two readers to see different documents: here nothing is left to
 * repair. Names of elements and attributes are ASCII, as in every SAML document.
 *
 * Returns the text, decoded and without a byte order mark.
 */
export function checkSamlLimits(input: string | Buffer, limits: SamlLimits = messageLimits): string {
  if (input.length > limits.bytes) throw tooLarge(`is larger than ${limits.bytes / 1024} KiB`);
  const xml = typeof input === 'string' ? input.replace(/^\uFEFF/, '') : decodeUtf8(input);
  if (Buffer.byteLength(xml) > limits.bytes) throw tooLarge(`is larger than ${limits.bytes / 1024} KiB`);
  if (!xml.isWellFormed() || forbiddenCharacter.test(xml)) throw malformed('a character that XML forbids');

  if (webPage.test(xml.slice(0, 1_000)))
    throw new SamlError('xml', `This is a web page, not ${limits.document}.`);
  const cursor: Cursor = { xml, at: 0 };
  take(cursor, declaration);
  const open: string[] = [];
  const names = new Set<string>();
  let nodes = 0;
  for (;;) {
    takeText(cursor, open.length > 0);
    const second = xml[cursor.at + 1];
    if (second === '/') {
      if (take(cursor, endTag)?.[1] !== open.pop()) throw malformed('an end tag without its start tag');
      if (open.length === 0) break;
      continue;
    }
    if (++nodes > limits.nodes) throw tooLarge(`has more than ${limits.nodes} elements`);
    if (second === '!') {
      takeCommentOrCdata(cursor, open.length > 0);
      continue;
    }
    const tag = take(cursor, startTag)?.[1];
    if (!tag) throw malformed(second === '?' ? 'a processing instruction' : 'a tag that cannot be read');
    names.add(tag);
    if (names.size > limits.elementNames)
      throw tooLarge(`has more than ${limits.elementNames} element names`);
    takeAttributes(cursor, limits);
    const end = take(cursor, startTagEnd);
    if (!end) throw malformed('a start tag that cannot be read');
    if (end[1] === '') open.push(tag);
    if (open.length > limits.depth) throw tooLarge(`is nested deeper than ${limits.depth} levels`);
    if (open.length === 0) break;
  }
  takeTrailer(cursor);
  return xml;
}

/** Begins a web page, perhaps after an XML declaration and a comment. */
const webPage = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*>\s*)?<(?:!doctype\s+)?html\b/i;

/**
 * Decodes strictly: bytes that are not UTF-8 are an error, not a replacement character. Drops a byte order
 * mark.
 */
export function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SamlError('encoding', 'The XML is not UTF-8 text.');
  }
}

/** Moves to the next tag, which must exist as long as the root element is open. */
function takeText(cursor: Cursor, insideRoot: boolean): void {
  const tag = cursor.xml.indexOf('<', cursor.at);
  if (tag === -1) throw malformed(insideRoot ? 'an element that is not closed' : 'no root element');
  if (tag > cursor.at) {
    const text = cursor.xml.slice(cursor.at, tag);
    if (!insideRoot && notBlank.test(text)) throw malformed('text outside the root element');
    if (text.includes(']]>')) throw malformed('the end of a CDATA section in text');
    checkReferences(text);
  }
  cursor.at = tag;
}

function takeTrailer(cursor: Cursor): void {
  let tag = cursor.xml.indexOf('<', cursor.at);
  while (tag !== -1) {
    if (notBlank.test(cursor.xml.slice(cursor.at, tag))) throw malformed('text outside the root element');
    if (!cursor.xml.startsWith('<!--', tag)) throw malformed('more than one root element');
    cursor.at = tag;
    takeCommentOrCdata(cursor, false);
    tag = cursor.xml.indexOf('<', cursor.at);
  }
  if (notBlank.test(cursor.xml.slice(cursor.at))) throw malformed('text outside the root element');
}

function takeCommentOrCdata(cursor: Cursor, insideRoot: boolean): void {
  const { xml, at } = cursor;
  if (xml.startsWith('<!--', at)) {
    // The first "--" must be the end, because XML forbids it inside a comment.
    const end = xml.indexOf('--', at + 4);
    if (end === -1 || xml[end + 2] !== '>') throw malformed('a comment that cannot be read');
    cursor.at = end + 3;
  } else if (insideRoot && xml.startsWith('<![CDATA[', at)) {
    const end = xml.indexOf(']]>', at + 9);
    if (end === -1) throw malformed('a CDATA section that is not closed');
    cursor.at = end + 3;
  } else throw malformed('a document type, an entity declaration or a misplaced CDATA section');
}

function takeAttributes(cursor: Cursor, limits: SamlLimits): void {
  const seen = new Set<string>();
  let namespaces = 0;
  for (let found = take(cursor, attribute); found; found = take(cursor, attribute)) {
    const attributeName = found[1] as string;
    const value = found[2] ?? (found[3] as string);
    if (seen.has(attributeName)) throw malformed('an attribute given twice');
    seen.add(attributeName);
    if (seen.size > limits.attributesPerElement)
      throw tooLarge(`has an element with more than ${limits.attributesPerElement} attributes`);
    if (attributeName.startsWith('xmlns')) {
      checkNamespace(attributeName, value);
      if (++namespaces > limits.namespacesPerElement)
        throw tooLarge(`declares more than ${limits.namespacesPerElement} namespaces on one element`);
    } else checkReferences(value);
  }
}

/**
 * Checks Namespaces in XML 1.0 §3, and two rules of ours: a namespace name has no character that would need
 * escaping, because the canonical form writes it unchanged; and no attribute begins with "xmlns" without being
 * a declaration, because the canonical form leaves such attributes out.
 */
function checkNamespace(attributeName: string, value: string): void {
  // The only declaration of this prefix that §3 allows, and it changes nothing.
  if (attributeName === 'xmlns:xml' && value === xmlNs) return;
  const prefix = attributeName.slice('xmlns:'.length);
  const declares = attributeName === 'xmlns' || (attributeName.startsWith('xmlns:') && value !== '');
  if (!declares || prefix === 'xml' || prefix === 'xmlns' || prefix === '__proto__')
    throw malformed('a namespace declaration that is not allowed');
  if (!namespaceName.test(value) || reservedNamespaces.has(value))
    throw malformed('a namespace name that is not allowed');
}

function checkReferences(text: string): void {
  if (!text.includes('&')) return;
  if (badReference.test(text)) throw malformed('an entity that is not one of the five of XML');
  numericReference.lastIndex = 0;
  for (let found = numericReference.exec(text); found; found = numericReference.exec(text)) {
    const code = Number.parseInt(found[2] as string, found[1] ? 16 : 10);
    if (!isXmlCharacter(code)) throw malformed('a reference to a character that XML forbids');
  }
}

/** XML 1.0 §2.2 */
function isXmlCharacter(code: number): boolean {
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd;
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff);
}

/** Returns the match of the sticky pattern and moves the cursor past it. */
function take(cursor: Cursor, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.xml);
  if (!found) return undefined;
  cursor.at = pattern.lastIndex;
  return found;
}

function tooLarge(what: string): SamlError {
  return new SamlError('too-large', `The XML ${what}.`);
}

function malformed(what: string): SamlError {
  return new SamlError('xml', `The XML is not acceptable: it holds ${what}.`);
}
