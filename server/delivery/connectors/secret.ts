import { asJsonSchema } from '../../http/schema.ts';
import type { Secret } from './connector.ts';
import type { ConnectorProvider } from './provider.ts';

/** Returns the texts of a secret by name: the headers, or the one text under the name of its field. */
export function secretTextsOf({ secretField }: ConnectorProvider, secret: Secret): Record<string, string> {
  const value = secret[secretField] ?? '';
  return typeof value === 'string' ? { [secretField]: value } : value;
}

/** Returns the secret that consists of these texts. Without any it is empty. */
export function secretFrom({ input, secretField }: ConnectorProvider, texts: Record<string, string>): Secret {
  const isMap = asJsonSchema(input).properties?.[secretField]?.type === 'object';
  return { [secretField]: isMap ? texts : (texts[secretField] ?? '') };
}
