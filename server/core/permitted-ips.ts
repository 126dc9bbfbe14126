import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { ServiceError } from './errors.ts';

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

const maxNetworks = 100;

/** Addresses and networks (`203.0.113.7`, `2001:db8::/32`) that a key may be used from. E011004 names a wrong one. */
export function readPermittedIps(entries: string[]): string[] {
  if (entries.length > maxNetworks) {
    throw new ServiceError('E011004', `permittedIps has at most ${maxNetworks} entries`);
  }
  const read = entries.map((entry) => entry.trim());
  const wrong = read.find((entry) => parseNetwork(entry) === undefined);
  if (wrong === undefined) return [...new Set(read)];
  throw new ServiceError(
    'E011004',
    `${JSON.stringify(wrong.slice(0, 64))} in permittedIps is neither an IP address nor a network in CIDR notation`,
  );
}

/** An empty list permits every address. */
export function isPermittedIp(permittedIps: string[], address: string): boolean {
  if (permittedIps.length === 0) return true;
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  return permittedIps.some((entry) => {
    const network = parseNetwork(entry);
    return network !== undefined && parsed.kind() === network[0].kind() && parsed.match(network);
  });
}

/** `isIP` first: the library also reads `127.1` and `0x7f000001`, which hardly anybody means. */
function parseNetwork(entry: string): Network | undefined {
  const [, address = '', bits] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(entry) ?? [];
  const version = isIP(address);
  if (version === 0) return undefined;
  const size = version === 4 ? 32 : 128;
  const prefix = bits === undefined ? size : Number(bits);
  if (prefix > size) return undefined;
  const parsed = ipaddr.parse(address);
  // A client that comes by IPv4 to an IPv6 socket is compared as what it is (RFC 4291 §2.5.5.2).
  if (parsed.kind() === 'ipv6' && (parsed as ipaddr.IPv6).isIPv4MappedAddress()) {
    return prefix < 96 ? undefined : [(parsed as ipaddr.IPv6).toIPv4Address(), prefix - 96];
  }
  return [parsed, prefix];
}
