import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import type { AttributeDefinition } from '../../../directory/custom-attributes/attribute.ts';
import { attributeDefinitions } from '../../../directory/custom-attributes/load-attributes.ts';
import { readValue } from '../../../directory/custom-attributes/value.ts';

/**
 * Converts an identity provider's values to custom attributes, by name. Leaves out a value that does not fit its attribute,
 * and an attribute that no longer exists, because neither must prevent a sign-in.
 */
export async function mappedAttributes(
  ctx: ProjectContext,
  said: Record<string, unknown[]>,
): Promise<Record<string, unknown>> {
  const names = Object.keys(said).filter((name) => said[name]?.length);
  if (names.length === 0) return {};
  const definitions = new Map((await attributeDefinitions(ctx)).map((one) => [one.name, one]));
  const read = names.flatMap((name) => {
    const definition = definitions.get(name);
    const value = definition && fittingValue(definition, said[name] ?? []);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(read);
}

function fittingValue(definition: AttributeDefinition, said: unknown[]): unknown {
  try {
    return readValue(definition, converted(definition, said));
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

/** Converts SAML's texts and the various forms of claims. If a single value is needed, uses the first. */
function converted({ type, options }: AttributeDefinition, said: unknown[]): unknown {
  const [first] = said;
  const text = typeof first === 'string' ? first.trim() : String(first);
  switch (type) {
    case 'number':
      return text === '' ? undefined : Number(text);
    case 'boolean':
      if (/^(true|1)$/i.test(text)) return true;
      return /^(false|0)$/i.test(text) ? false : undefined;
    case 'multiSelect': {
      const wanted = new Set(said);
      return options.map(({ value }) => value).filter((value) => wanted.has(value));
    }
    default:
      return ['string', 'number', 'boolean'].includes(typeof first) ? text : undefined;
  }
}
