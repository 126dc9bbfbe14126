import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { ConfigError } from './config-error.ts';
import { parseNetwork } from './networks.ts';

/** Reads the networks that outgoing requests may reach although they are not public. */
export function readNetworks(text = ''): string[] {
  const entries = text.split(/[\s,]+/).filter(Boolean);
  const isPossible = (entry: string) =>
    isIP(entry) || ipaddr.isValidCIDR(entry) || /^[\w-]+(\.[\w-]+)*$/.test(entry);
  const wrong = entries.find((entry) => !isPossible(entry));
  if (wrong === undefined) return entries;
  throw new ConfigError(
    'LATCHKEY_ALLOW_PRIVATE_NETWORK must be a list of host names, IP addresses and ranges like 10.0.0.0/8, ' +
      `not ${JSON.stringify(wrong)}.`,
  );
}

/** Reads the networks of proxies. */
export function readTrustedProxies(text = ''): string[] {
  const entries = text.split(/[\s,]+/).filter(Boolean);
  const wrong = entries.find((entry) => parseNetwork(entry) === undefined);
  if (wrong === undefined) return entries;
  throw new ConfigError(
    'LATCHKEY_TRUSTED_PROXIES must be a list of IP addresses and ranges like 10.0.0.0/8, ' +
      `not ${JSON.stringify(wrong)}: with a number of proxies, any client could choose its own address.`,
  );
}
