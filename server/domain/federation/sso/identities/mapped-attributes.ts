import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { textOf } from '../../../../protocols/oidc/claims.ts';
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
): Promise<{ values: Record<string, unknown>; leftOut: string[] }> {
  const names = Object.keys(said).filter((name) => said[name]?.length);
  if (names.length === 0) return { values: {}, leftOut: [] };
  const definitions = new Map((await attributeDefinitions(ctx)).map((one) => [one.name, one]));
  const read = names.map((name) => {
    const definition = definitions.get(name);
    return [name, definition && fittingValue(definition, said[name] ?? [])] as const;
  });
  return {
    values: Object.fromEntries(read.filter(([, value]) => value !== undefined)),
    leftOut: read
      .filter(([name, value]) => value === undefined && said[name]?.some((one) => one !== '' && one !== null))
      .map(([name]) => name),
  };
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
  // An object may have a `toString` of its own, and a text what cannot be stored.
  if (typeof first === 'object' || (first !== '' && textOf(String(first)) === '')) return undefined;
  const text = String(first).trim();
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
      return text;
  }
}
