import { ServiceError } from '../../../../core/errors.ts';
import type { Input } from '../definitions/actions.ts';
import { providerPrefix } from '../screens/parts.ts';

/** The longest text of a field. Several are stored with the execution, which a stranger can begin. */
const maxTextLength = 1_024;

/** The response of an authenticator, which is longer, and is not stored. */
const unstored = 'response';

/** Throws E011003 for a text that no screen lets anyone type. */
export function requireFittingTexts(input: Record<string, unknown>): void {
  for (const [name, given] of Object.entries(input)) {
    const value = Array.isArray(given) ? JSON.stringify(given) : given;
    if (typeof value !== 'string' || value.length <= maxTextLength || name === unstored) continue;
    throw new ServiceError(
      'E011003',
      `input.${name.slice(0, 50)} must have at most ${maxTextLength} characters`,
    );
  }
}

/** Returns the texts of the input. Boxes are `true` or `false`, and lists are JSON. */
export function readInput({
  interactionId,
  input,
}: {
  interactionId: string;
  input: Record<string, unknown>;
}): Input {
  const texts = Object.entries(input).flatMap(([name, value]) => {
    // A checkbox is a boolean.
    if (typeof value === 'boolean') return [[name, String(value)]];
    // A field for several values.
    if (Array.isArray(value)) return [[name, JSON.stringify(value)]];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  const provider = interactionId.startsWith(providerPrefix) && interactionId.slice(providerPrefix.length);
  return Object.assign(
    Object.create(null),
    Object.fromEntries(texts),
    provider && { 'oauth-provider': provider },
  );
}

/** The fields that a screen may repeat when it is shown again: no passwords, codes or responses. */
const repeated = [
  ...['name', 'givenName', 'middleName', 'familyName', 'picture', 'email', 'phone', 'value'],
  ...['tenantName', 'domain'],
];

export function plainTexts(input: Input): Record<string, string> {
  return Object.fromEntries(Object.entries(input).filter(([name]) => repeated.includes(name)));
}
