import type { GivenReceiver } from '../../domain/project/audit-streams/read-receiver.ts';
import { CommandFailure } from '../output.ts';
import { readInput } from '../read-input.ts';
import type { Terminal } from '../terminal.ts';

export interface ReceiverOptions {
  url?: string;
  headersFile?: string;
}

/** Returns the receiver that the options describe, and a name for it. */
export async function receiverOf(
  terminal: Terminal,
  { url, headersFile }: ReceiverOptions,
): Promise<{ name: string; given: GivenReceiver }> {
  if (url === undefined) throw new CommandFailure('Give the receiver: --url', 2);
  const headers = headersFile === undefined ? {} : readHeaders(await readInput(terminal, headersFile));
  return { name: URL.canParse(url) ? new URL(url).host : url, given: { http: { url, headers } } };
}

/** Reads lines such as `Authorization: Bearer …`. Never quotes a line, because it may be a secret. */
function readHeaders(text: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const colon = line.indexOf(':');
    if (colon < 1) {
      throw new CommandFailure(
        `Line ${index + 1} of the headers has no name: it must be like \`Authorization: Bearer …\``,
        2,
      );
    }
    headers[line.slice(0, colon).trim()] = line.slice(colon + 1).trim();
  }
  return headers;
}
