// Writes XML that is its own exclusive canonical form (xml-exc-c14n), so that it can be digested without being parsed. A prefix must be
// declared on the outermost element that uses it, and on no other.

/** In any order. `undefined` leaves an attribute out. Names have no prefix, except declarations of namespaces. */
export type Attributes = Record<string, string | undefined>;

/** `content` is already written. There are no empty-element tags in canonical XML. */
export function element(name: string, attributes: Attributes, content = ''): string {
  return `${startTag(name, attributes)}${content}</${name}>`;
}

export function textElement(name: string, attributes: Attributes, text: string): string {
  return element(name, attributes, canonicalText(text));
}

/** Namespace declarations come first, then the attributes by name (xml-c14n §2.3). */
export function startTag(name: string, attributes: Attributes): string {
  let declarations = '';
  let others = '';
  for (const key of Object.keys(attributes).sort()) {
    const value = attributes[key];
    if (value === undefined) continue;
    const written = ` ${key}="${attributeValue(value)}"`;
    if (key.startsWith('xmlns:')) declarations += written;
    else others += written;
  }
  return `<${name}${declarations}${others}>`;
}

function canonicalText(text: string): string {
  return needsCare.test(text) ? allowed(text).replace(/[&<>\r]/g, (one) => inText[one] as string) : text;
}

function attributeValue(text: string): string {
  return needsCare.test(text)
    ? allowed(text).replace(/[&<"\t\n\r]/g, (one) => inAttribute[one] as string)
    : text;
}

const inText: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xD;' };
const inAttribute: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};

/** Finds texts that may have to be escaped or changed: all others are written as they are. */
const needsCare = /[^ !#-%'-;=?-~]/;

/** Replaces what XML 1.0 §2.2 forbids, such as control characters in a name, which no receiver could read. */
function allowed(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the forbidden ones
  return text.toWellFormed().replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd');
}
