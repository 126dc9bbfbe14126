import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { ProjectContext } from './context.ts';
import { ServiceError } from './errors.ts';
import { parseNetwork } from './networks.ts';

/** The longest allow-list. */
export const maxNetworks = 100;

/**
 * Reads the addresses and networks (`203.0.113.7`, `2001:db8::/32`) of an allow-list. Throws E011004, naming a
 * wrong entry.
 */
export function readPermittedIps(entries: string[], field = 'permittedIps'): string[] {
  if (entries.length > maxNetworks) {
    throw new ServiceError('E011004', `${field} can have at most ${maxNetworks} entries`);
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

/**
 * Returns why a key may not be used in this request, or `undefined`. Behind an unconfigured proxy the address is the
 * proxy's, which all its clients share: a restricted key is then refused, and the log says what to set.
 */
export function addressRefusal(
  { request, project, log }: ProjectContext,
  key: { id: string; permittedIps: string },
): string | undefined {
  const permittedIps = JSON.parse(key.permittedIps) as string[];
  const { id, remoteAddress, isRelayed } = request;
  if (permittedIps.length === 0) return undefined;
  if (isRelayed) {
    log.warn(
      { id, projectId: project.id, keyId: key.id, remoteAddress },
      'a key with permittedIps was rejected. The request came through a proxy that is not in ' +
        'LATCHKEY_TRUSTED_PROXIES, so the address of the caller is unknown',
    );
    return 'it came through a proxy that is not in LATCHKEY_TRUSTED_PROXIES';
  }
  return isPermittedIp(permittedIps, remoteAddress) ? undefined : `it may not be used from ${remoteAddress}`;
}
