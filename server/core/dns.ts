import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { ConfigError } from './config-error.ts';

/** The TXT records of a name, or the reason why nothing is known about them. A name without any has an empty list. */
export type TextRecords = { texts: string[] } | { failure: string };

/** Looks up the TXT records of a name. Follows CNAME records, takes less than 20 seconds, and never throws. */
export type LookUpTexts = (name: string) => Promise<TextRecords>;

/** The first attempt of a query; the second one takes twice as long. */
const queryMs = 3_000;
const deadlineMs = 15_000;
const maxAliases = 8;

/** The responses of a name server that found the name, or that it does not exist, but no record. */
const withoutRecord = new Set(['ENODATA', 'ENOTFOUND']);

/** Reads a host and a port, or a host alone for the port of DNS. IPv6 addresses stand in brackets. */
export function readDnsServer(text: string | undefined): string | undefined {
  if (!text) return undefined;
  const [, host = '', port = '53'] = /^(\[[0-9a-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/i.exec(text) ?? [];
  if (host && Number(port) > 0 && Number(port) <= 65_535) return `${host}:${port}`;
  throw new ConfigError(
    'LATCHKEY_DNS_SERVER must be the host and port of a name server, such as 192.0.2.53:53 or [2001:db8::53]:53.',
  );
}

/** `server`: the only name server that is asked, as `host:port`. Absent: those of the system. */
export function createTextLookup(server: string | undefined): LookUpTexts {
  return async (name) => {
    const resolver = new Resolver({ timeout: queryMs, tries: 2 });
    let giveUp: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      giveUp = setTimeout(() => {
        resolver.cancel();
        reject(Object.assign(new Error('the name server did not respond in time'), { code: 'ETIMEOUT' }));
      }, deadlineMs);
    });
    try {
      return { texts: await Promise.race([textsOf(resolver, name, server), late]) };
    } catch (error) {
      return { failure: (error as NodeJS.ErrnoException).code ?? String(error) };
    } finally {
      clearTimeout(giveUp);
    }
  };
}

async function textsOf(resolver: Resolver, name: string, server: string | undefined): Promise<string[]> {
  if (server) resolver.setServers([await numericAddress(server)]);
  let asked = name;
  for (let aliases = 0; aliases <= maxAliases; aliases++) {
    const records = await orNone(resolver.resolveTxt(asked));
    if (records.length > 0) return records.map((parts) => parts.join(''));
    // A resolver follows aliases itself; a server that only knows its own zones does not.
    const [alias] = await orNone(resolver.resolveCname(asked));
    if (!alias) return [];
    asked = alias;
  }
  throw Object.assign(new Error('the name has too many aliases'), { code: 'ELOOP' });
}

async function orNone<T>(query: Promise<T[]>): Promise<T[]> {
  try {
    return await query;
  } catch (error) {
    if (withoutRecord.has((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

/** A resolver takes addresses only. */
async function numericAddress(server: string): Promise<string> {
  const [, host = '', port] = /^\[?(.*?)\]?:(\d+)$/.exec(server) ?? [];
  const address = isIP(host) ? host : (await lookup(host)).address;
  return isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`;
}
