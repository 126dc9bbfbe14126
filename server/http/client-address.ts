import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { networkMatcher } from '../core/networks.ts';

export interface ClientAddress {
  address: string;
  /** A proxy that nobody has named speaks for somebody: the address may be that of many. */
  isRelayed: boolean;
}

/**
 * Who sends a request: the other end of the connection, unless that is a proxy that the operator trusts. Then it is
 * the last entry of `X-Forwarded-For` that no trusted proxy has. What stands further left was written by whoever
 * asks, and is never believed.
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
    // Node.js joins headers that come several times.
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
  return isIP(address) === 0 ? undefined : address;
}

/** IPv4 that comes to an IPv6 socket is written as what it is (RFC 4291 §2.5.5.2), and without a zone. */
function plainAddress(address: string): string {
  if (!address.includes(':')) return address;
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  return mapped ?? address.replace(/%.*$/, '');
}
