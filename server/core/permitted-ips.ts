import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { ServiceError } from './errors.ts';
import { parseNetwork } from './networks.ts';

const maxNetworks = 100;

/** Addresses and networks (`203.0.113.7`, `2001:db8::/32`) that something is allowed from. E011004 names a wrong one. */
export function readPermittedIps(entries: string[], field = 'permittedIps'): string[] {
  if (entries.length > maxNetworks) {
    throw new ServiceError('E011004', `${field} has at most ${maxNetworks} entries`);
  }
  const read = entries.map((entry) => entry.trim());
  const wrong = read.find((entry) => parseNetwork(entry) === undefined);
  if (wrong === undefined) return [...new Set(read)];
  throw new ServiceError(
    'E011004',
    `${JSON.stringify(wrong.slice(0, 64))} in ${field} is neither an IP address nor a network in CIDR notation`,
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
