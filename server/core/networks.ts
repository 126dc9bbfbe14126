import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The number of addresses whose result a matcher keeps. */
const maxKnownAddresses = 1_000;

export type Network = [address: ipaddr.IPv4 | ipaddr.IPv6, prefix: number];

/**
 * Parses an address or a network in CIDR notation. Returns `undefined` when it is neither. `isIP` comes first,
 * because the library also reads `127.1` and `0x7f000001`, which are hardly ever intended.
 */
export function parseNetwork(entry: string): Network | undefined {
  const [, address = '', bits] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(entry) ?? [];
  const version = isIP(address);
  if (version === 0) return undefined;
  const size = version === 4 ? 32 : 128;
  const prefix = bits === undefined ? size : Number(bits);
  if (prefix > size) return undefined;
  const parsed = ipaddr.parse(address);
  // A client that connects over IPv4 to an IPv6 socket is compared as IPv4 (RFC 4291 §2.5.5.2).
  if (parsed.kind() === 'ipv6' && (parsed as ipaddr.IPv6).isIPv4MappedAddress()) {
    return prefix < 96 ? undefined : [(parsed as ipaddr.IPv6).toIPv4Address(), prefix - 96];
  }
  return [parsed, prefix];
}

/**
 * Returns a function that reports whether an address is in one of the networks, for lists that every request
 * checks.
 */
export function networkMatcher(entries: readonly string[]): (address: string) => boolean {
  const networks = entries.map(parseNetwork).filter((network) => network !== undefined);
  if (networks.length === 0) return () => false;
  const list = new BlockList();
  for (const [address, prefix] of networks) list.addSubnet(address.toString(), prefix, address.kind());
  const isListed = (address: string) => {
    const version = isIP(address);
    return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6');
  };
  // Requests mostly come from the same few addresses, such as those of proxies and of the project's servers.
  const known = new Map<string, boolean>();
  return (address) => {
    let result = known.get(address);
    if (result === undefined) {
      if (known.size >= maxKnownAddresses) known.clear();
      result = isListed(address);
      known.set(address, result);
    }
    return result;
  };
}

/**
 * Returns the large network that an address belongs to, about that of its provider: /16 of IPv4 or /32 of IPv6. The address
 * itself if it is none of both.
 */
export function largeNetworkOf(address: string): string {
  const parsed = parseNetwork(address)?.[0];
  if (!parsed) return address;
  return parsed
    .toByteArray()
    .slice(0, parsed.kind() === 'ipv4' ? 2 : 4)
    .join('.');
}
