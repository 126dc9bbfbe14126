import { createRequire } from 'node:module';

/** With the first signature, and not at the start: a server without SAML never needs it. */
const loadLibrary = () => require('xml-crypto') as typeof import('xml-crypto');
const require = createRequire(import.meta.url);

const xmlnsNs = 'http://www.w3.org/2000/xmlns/';

/**
 * Exclusive canonical XML 1.0 without comments of the element and everything below it.
 *
 * Prefixes of the inclusive list are treated as inclusive canonicalization would: those that an ancestor
 * declares come along. They are put on the element for that moment only.
 */
export function canonicalize(element: Element, inclusivePrefixes: readonly string[] = []): string {
  const inherited = inclusivePrefixes.flatMap((prefix) => inheritedNamespace(element, prefix));
  const { ExclusiveCanonicalization } = loadLibrary();
  try {
    return new ExclusiveCanonicalization().process(element, {
      inclusiveNamespacesPrefixList: [...inclusivePrefixes],
      ancestorNamespaces: inherited,
    });
  } finally {
    for (const { prefix } of inherited) element.removeAttributeNS(xmlnsNs, prefix);
  }
}

function inheritedNamespace(element: Element, prefix: string): { prefix: string; namespaceURI: string }[] {
  if (element.getAttributeNode(`xmlns:${prefix}`)) return [];
  for (
    let node = element.parentNode as Element | null;
    node?.getAttributeNode;
    node = node.parentNode as Element | null
  ) {
    const declared = node.getAttributeNode(`xmlns:${prefix}`);
    if (declared) return [{ prefix, namespaceURI: declared.value }];
  }
  return [];
}
