import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { networkMatcher } from '../core/networks.ts';

export interface ClientAddress {
  address: string;
  /** The request came through an unconfigured proxy, so many clients may share the address. */
  isRelayed: boolean;
}

/**
 * Returns a function that finds the client's address: the peer of the connection or, behind trusted proxies,
 * the last entry of `X-Forwarded-For` that is not a trusted proxy. The client itself can write entries further
 * left, so they are never believed.
 */
export function clientAddressReader(
  trustedProxies: readonly string[],
): (request: IncomingMessage) => ClientAddress {
  const isTrusted = networkMatcher(trustedProxies);
  return ({ socket, headers }) => {
    let address = plainAddress(socket.remoteAddress ?? '');
    const header = headers['x-forwarded-for'];
    if (header === undefined) {
      return { address, isRelayed: headers.forwarded !== undefined || headers.via !== undefined };
    }
    if (!isTrusted(address)) return { address, isRelayed: true };
    // Node.js joins repeated headers.
    const hops = String(header).split(',');
    for (let hop = hops.pop(); hop !== undefined && isTrusted(address); hop = hops.pop()) {
      const next = readHop(hop.trim());
      if (next === undefined) return { address, isRelayed: true };
      address = next;
    }
    return { address, isRelayed: false };
  };
}

/** Some proxies add the port. */
function readHop(text: string): string | undefined {
  const [, bracketed, dotted] = /^\[([^\]]+)\](?::\d+)?$|^(\d[\d.]+):\d+$/.exec(text) ?? [];
  const address = plainAddress(bracketed ?? dotted ?? text);
  if (isIP(address) === 0) return undefined;
  // One form for each address: `::FFFF:CB00:7107` is IPv4, too (RFC 5952 §4).
  return isIPv6(address) ? ipaddr.process(address).toString() : address;
}

/** Writes an IPv4-mapped IPv6 address as IPv4 (RFC 4291 §2.5.5.2), and drops the zone. */
function plainAddress(address: string): string {
  if (!address.includes(':')) return address;
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  return mapped ?? address.split('%', 1)[0]!;
}
