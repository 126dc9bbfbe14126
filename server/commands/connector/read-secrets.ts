import type { ConnectorProvider } from '../../delivery/connectors/provider.ts';
import { secretFrom } from '../../delivery/connectors/secret.ts';
import { CommandFailure } from '../output.ts';
import { readInput } from '../read-input.ts';
import type { Terminal } from '../terminal.ts';

/**
 * Reads the secret of a connector from a file, because arguments appear in the list of processes: its first line, or a JSON object where the
 * secret has several texts. Returns none without a file.
 */
export async function readConnectorSecret(
  terminal: Terminal,
  provider: ConnectorProvider,
  file: string | undefined,
): Promise<Record<string, string>> {
  if (file === undefined) return {};
  const content = await readInput(terminal, file);
  const place = file === '-' ? 'standard input' : file;
  const { secretField } = provider;
  const isText = secretFrom(provider, {})[secretField] === '';
  if (!isText) return readObject(content, place);
  const [line = ''] = content.split(/\r?\n/, 1);
  if (line !== '') return { [secretField]: line };
  throw new CommandFailure(`The first line of ${place} is empty. Write the ${secretField} there`, 2);
}

function readObject(content: string, place: string): Record<string, string> {
  const value = parse(content);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isObject && Object.values(value).every((text) => typeof text === 'string')) {
    return value as Record<string, string>;
  }
  throw new CommandFailure(`${place} must be a JSON object of texts, such as {"x-api-key": "…"}`, 2);
}

/** Returns `undefined` for a text that is not JSON: an error message would quote it. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
