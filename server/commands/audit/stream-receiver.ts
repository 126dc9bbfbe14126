import type { GivenReceiver } from '../../domain/project/audit-streams/read-receiver.ts';
import { CommandFailure } from '../output.ts';
import { readInput } from '../read-input.ts';
import type { Terminal } from '../terminal.ts';

export interface ReceiverOptions {
  url?: string;
  headersFile?: string;
  /** `host` or `host:port`. */
  syslog?: string;
  /** Without TLS. */
  plain?: boolean;
  caFile?: string;
}

/** Returns the receiver that the options describe, and a name for it. */
export async function receiverOf(
  terminal: Terminal,
  { url, headersFile, syslog, plain, caFile }: ReceiverOptions,
): Promise<{ name: string; given: GivenReceiver }> {
  if ((url === undefined) === (syslog === undefined))
    throw new CommandFailure('Specify the receiver with either --url or --syslog', 2);
  if (url !== undefined) {
    if (plain || caFile !== undefined) throw new CommandFailure('--plain and --ca-file need --syslog', 2);
    const headers = headersFile === undefined ? {} : readHeaders(await readInput(terminal, headersFile));
    return { name: URL.canParse(url) ? new URL(url).host : url, given: { http: { url, headers } } };
  }
  if (headersFile !== undefined) throw new CommandFailure('--headers-file needs --url', 2);
  const { hostname, port } = readAddress(syslog ?? '');
  const receiver = {
    host: hostname,
    ...(port && { port: Number(port) }),
    ...(plain && { security: 'none' as const }),
    ...(caFile !== undefined && { caCertificate: await readInput(terminal, caFile) }),
  };
  return { name: hostname, given: { syslog: receiver } };
}

function readAddress(text: string): URL {
  const address = `syslog://${text}`;
  if (/^[^/?#@\s]+$/.test(text) && URL.canParse(address)) return new URL(address);
  throw new CommandFailure('--syslog must be a host, or a host and a port, such as siem.example.com:6514', 2);
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
