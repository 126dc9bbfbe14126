import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Network = [address: ipaddr.IPv4 | ipaddr.IPv6, prefix: number];

/**
 * An address or a network in CIDR notation; `undefined` when it is neither. `isIP` first: the library also reads
 * `127.1` and `0x7f000001`, which hardly anybody means.
 */
export function parseNetwork(entry: string): Network | undefined {
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

/** Whether an address is in one of the networks, for lists that are asked at every request. */
export function networkMatcher(entries: readonly string[]): (address: string) => boolean {
  const networks = entries.map(parseNetwork).filter((network) => network !== undefined);
  if (networks.length === 0) return () => false;
  const list = new BlockList();
  for (const [address, prefix] of networks) list.addSubnet(address.toString(), prefix, address.kind());
  return (address) => {
    const version = isIP(address);
    return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6');
  };
}
