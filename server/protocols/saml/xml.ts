import { createRequire } from 'node:module';
import type { DOMParser } from '@xmldom/xmldom';
import { quoted, SamlError } from './error.ts';
import { checkSamlLimits, type SamlLimits } from './limits.ts';

/** Loaded with the first document, because a server without SAML never needs it. */
const loadParser = () => require('@xmldom/xmldom') as typeof import('@xmldom/xmldom');
const require = createRequire(import.meta.url);

const elementNode = 1;
const textNode = 3;
const cdataNode = 4;
const commentNode = 8;

/** Returns the root element of a document that is within the limits and well-formed, with namespaces resolved. */
export function parseXml(input: string | Buffer, limits?: SamlLimits): Element {
  const xml = checkSamlLimits(input, limits);
  const refuse = (message: string): never => {
    throw new SamlError('xml', `The XML is not acceptable: ${quoted(message)}.`);
  };
  const { DOMParser } = loadParser();
  const options = {
    // Otherwise the parser would compute line numbers, which costs a third of its time.
    locator: undefined,
    errorHandler: { warning: refuse, error: refuse, fatalError: refuse },
    // XML 1.0 §2.11. The parser's own rule is that of XML 1.1, which would change signed text.
    normalizeLineEndings: (text: string) => text.replace(/\r\n?/g, '\n'),
  };
  const parser = new DOMParser(options);
  const root = parseWith(parser, xml);
  if (!root) return refuse('no root element');
  forEachElement(root, (element) => {
    const problem = namespaceProblem(element);
    if (problem) refuse(problem);
  });
  return root;
}

function parseWith(parser: DOMParser, xml: string): Element | null {
  try {
    return parser.parseFromString(xml, 'text/xml').documentElement;
  } catch (error) {
    if (error instanceof SamlError) throw error;
    throw new SamlError('xml', `The XML is not acceptable: ${quoted(String(error))}.`);
  }
}

/** The parser accepts undeclared prefixes and attributes that become equal once their prefix is resolved. */
function namespaceProblem(element: Element): string | undefined {
  if (element.prefix && typeof element.namespaceURI !== 'string') return 'a prefix that is not declared';
  const { attributes } = element;
  if (attributes.length < 2 && !attributes[0]?.prefix) return undefined;
  const seen = new Set<string>();
  for (let i = 0; i < attributes.length; i++) {
    const { prefix, namespaceURI, localName } = attributes[i] as Attr;
    if (!prefix || prefix === 'xmlns') continue;
    if (typeof namespaceURI !== 'string') return 'a prefix that is not declared';
    const expanded = `${namespaceURI} ${localName}`;
    if (seen.has(expanded)) return 'an attribute given twice';
    seen.add(expanded);
  }
  return undefined;
}

export function forEachElement(root: Element, visit: (element: Element) => void): void {
  visit(root);
  for (let node = root.firstChild; node; node = node.nextSibling)
    if (isElement(node)) forEachElement(node, visit);
}

export function isElement(node: Node): node is Element {
  return node.nodeType === elementNode;
}

export function isNamed(element: Element, namespace: string, name: string): boolean {
  return element.namespaceURI === namespace && element.localName === name;
}

export function childElements(parent: Element): Element[] {
  const found: Element[] = [];
  for (let node = parent.firstChild; node; node = node.nextSibling) if (isElement(node)) found.push(node);
  return found;
}

export function childrenNamed(parent: Element, namespace: string, name: string): Element[] {
  return childElements(parent).filter((child) => isNamed(child, namespace, name));
}

/** Returns the only child of that name. Several are an error, because readers would differ on which one counts. */
export function onlyChild(parent: Element, namespace: string, name: string): Element | undefined {
  const [first, second] = childrenNamed(parent, namespace, name);
  if (second) throw new SamlError('xml', `The XML has more than one ${name} in its ${parent.localName}.`);
  return first;
}

/** Returns the value of an attribute without a namespace. */
export function attributeOf(element: Element, name: string): string | undefined {
  return element.getAttributeNode(name)?.value;
}

/**
 * Returns the whole text of an element that contains only text. Text on both sides of a comment is joined:
 * reading only the first piece was VU#475445.
 */
export function textOf(element: Element): string {
  let text = '';
  for (let node = element.firstChild; node; node = node.nextSibling) {
    if (node.nodeType === textNode || node.nodeType === cdataNode) text += node.nodeValue ?? '';
    else if (node.nodeType !== commentNode)
      throw new SamlError('xml', `The XML has an element inside ${element.localName}, where text belongs.`);
  }
  return text;
}

/** Returns all text below an element, at any depth, without comments. */
export function allTextOf(element: Element): string {
  let text = '';
  for (let node = element.firstChild; node; node = node.nextSibling) {
    if (isElement(node)) text += allTextOf(node);
    else if (node.nodeType !== commentNode) text += node.nodeValue ?? '';
  }
  return text;
}

/** Escapes text for element content and for attribute values in double quotes. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"'\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
