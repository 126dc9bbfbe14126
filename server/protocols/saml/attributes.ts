import { SamlError } from './error.ts';
import { assertionNs, schemaInstanceNs } from './names.ts';
import { allTextOf, attributeOf, childrenNamed } from './xml.ts';

export type AttributeFacts = {
  attributes: Record<string, string[]>;
  attributesByFriendlyName: Record<string, string[]>;
};

/** Reads attributes (saml-core §2.7.3). Values of the same name in several places are combined. */
export function readAttributes(assertion: Element): AttributeFacts {
  const facts: AttributeFacts = {
    // Without a prototype, names such as "__proto__" or "constructor" are ordinary names.
    attributes: Object.create(null),
    attributesByFriendlyName: Object.create(null),
  };
  for (const statement of childrenNamed(assertion, assertionNs, 'AttributeStatement')) {
    if (childrenNamed(statement, assertionNs, 'EncryptedAttribute').length > 0)
      throw new SamlError(
        'attributes',
        'The assertion has an encrypted attribute, which is not supported. Encrypt the whole assertion instead.',
      );
    for (const attribute of childrenNamed(statement, assertionNs, 'Attribute')) {
      const values = valuesOf(attribute);
      append(facts.attributes, attributeOf(attribute, 'Name'), values);
      append(facts.attributesByFriendlyName, attributeOf(attribute, 'FriendlyName'), values);
    }
  }
  return facts;
}

function append(record: Record<string, string[]>, name: string | undefined, values: string[]): void {
  if (!name) return;
  record[name] ??= [];
  for (const value of values) record[name].push(value);
}

function valuesOf(attribute: Element): string[] {
  return childrenNamed(attribute, assertionNs, 'AttributeValue')
    .filter((value) => !['true', '1'].includes(value.getAttributeNS(schemaInstanceNs, 'nil') ?? ''))
    .map(allTextOf);
}
