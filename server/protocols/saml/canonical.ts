import { createRequire } from 'node:module';

/** Loaded with the first signature, because a server without SAML never needs it. */
const loadLibrary = () => require('xml-crypto') as typeof import('xml-crypto');
const require = createRequire(import.meta.url);

const xmlnsNs = 'http://www.w3.org/2000/xmlns/';

/**
 * Returns the exclusive canonical XML 1.0, without comments, of the element and everything below it.
 *
 * Prefixes of the inclusive list are treated as in inclusive canonicalization: declarations of ancestors are
 * included. They are put on the element only for the duration of the call.
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
