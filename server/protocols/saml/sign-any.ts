import { canonicalize } from './canonical.ts';
import { assertionNs } from './names.ts';
import { type Signer, signEnveloped } from './sign.ts';
import { attributeOf, childElements, isNamed, parseXml } from './xml.ts';

/**
 * Returns any document with an enveloped signature of its root element, placed after the Issuer, for tests whose documents differ from
 * what we write. The document itself need not be in canonical form.
 */
export async function signAny(xml: string, signer: Signer): Promise<string> {
  const root = parseXml(xml);
  const issuer = childElements(root)[0];
  const id = attributeOf(root, 'ID');
  if (!id || !issuer || !isNamed(issuer, assertionNs, 'Issuer'))
    throw new Error('a document to sign needs an ID and begins with its Issuer');
  const canonical = canonicalize(root);
  const signature = (await signEnveloped({ id, before: canonical, after: '' }, signer)).slice(
    canonical.length,
  );
  const endOfIssuer = `</${issuer.tagName}>`;
  const at = xml.indexOf(endOfIssuer) + endOfIssuer.length;
  return xml.slice(0, at) + signature + xml.slice(at);
}
