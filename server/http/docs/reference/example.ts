import type { JsonSchema } from '../../schema.ts';

/** Example values by the name of a field, for fields of text. */
const texts: readonly (readonly [RegExp, string])[] = [
  [/^(loginId|email|toAddress|recoveryEmail|newLoginId)$|Email$/, 'ada@example.com'],
  [/phone$/i, '+12025550123'],
  [/^userId$|UserId$/, 'U2abcdefghijklmnopqrstuvwxyz'],
  [/^projectId$/, 'P2abcdefghijklmnopqrstuvwxyz'],
  [/^(tenant|tenantId|selectedTenant)$/, 'acme'],
  [/^domain/, 'example.com'],
  [/url$|uri$|^picture$/i, 'https://app.example.com/callback'],
  [/^(code|otp)$/, '123456'],
  [/password$/i, 'rattling tin roof in June'],
  [/^(displayName|givenName|name)$/, 'Ada'],
  [/^(familyName)$/, 'Lovelace'],
  [/^roleName/, 'Editor'],
  [/^permissionName/, 'documents.edit'],
  [/jwt$|token$/i, 'eyJhbGciOiJSUzI1NiIsInR5cCI6…'],
  [/^locale$/, 'en'],
  [/^provider$/, 'google'],
];

const deepest = 4;

/** Returns an example of what a schema admits. `isShort`: with required fields only, as in a request. */
export function exampleOf(schema: JsonSchema, isShort: boolean, name = '', depth = 0): unknown {
  if (schema['const'] !== undefined) return schema['const'];
  if (schema.enum) return schema.enum[0];
  const choices = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined;
  if (choices?.[0]) return exampleOf(choices[0], isShort, name, depth);
  if (schema.properties) return objectOf(schema, isShort, depth);
  switch (schema.type) {
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return /time$|At$|expir/i.test(name) && !isShort
        ? 1_767_225_600
        : Math.max(1, Number(schema['minimum'] ?? 1));
    case 'array':
      return schema.items && depth < deepest
        ? [exampleOf(schema.items, isShort, singularOf(name), depth + 1)]
        : [];
    case 'string':
      return texts.find(([pattern]) => pattern.test(name))?.[1] ?? `<${name || 'text'}>`;
    default:
      return {};
  }
}

function objectOf({ properties = {}, required = [] }: JsonSchema, isShort: boolean, depth: number) {
  if (depth >= deepest) return {};
  const names = isShort ? shortNames(Object.keys(properties), required) : Object.keys(properties);
  return Object.fromEntries(
    names.map((name) => [name, exampleOf(properties[name]!, isShort, name, depth + 1)]),
  );
}

/** One of these names the user or the tenant where no field is required. */
const naming = ['loginId', 'userId', 'tenantId', 'id', 'name'];

/** Requests of pages need these, although other callers leave them out. */
const usual = ['origin'];

function shortNames(names: readonly string[], required: readonly string[]): readonly string[] {
  const shown = required.length > 0 ? required : naming.filter((name) => names.includes(name)).slice(0, 1);
  return [...shown, ...usual.filter((name) => names.includes(name) && !required.includes(name))];
}

function singularOf(name: string): string {
  return name.replace(/ies$/, 'y').replace(/s$/, '');
}
