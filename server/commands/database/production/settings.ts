import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { configWarnings, isLoopback, readConfig } from '../../../core/config.ts';
import { heldMessages } from '../../../core/held-messages.ts';
import { createOutboundFetch } from '../../../core/outbound.ts';
import { secretKeyFile } from '../../../core/secret-key.ts';
import { checkSecretKeys } from '../doctor-database.ts';
import { attention, type Finding, found, inDatabase, ok, type Subject, unknown } from './line.ts';

export function checkMode({ config }: Subject): Finding {
  if (config.mode === 'production') return ok('the mode is production');
  return attention('the mode is development: anyone can read the messages and sign in as any user');
}

/** Leaves what another line reports to that line. */
export function checkSettings({ env }: Subject): Promise<Finding> {
  return found(() => {
    readConfig('production', env);
    const unknownNames = configWarnings(env).filter((warning) => warning.includes('is not a setting'));
    if (unknownNames.length > 0) throw new Error(unknownNames.join(' '));
    return 'complete';
  }).catch((error: Error) => attention(error.message));
}

export function checkSecretKey({ env, config: { secretKeys, dataDir } }: Subject): Finding {
  if (!secretKeys) return attention('LATCHKEY_SECRET_KEY is not set');
  const generated = secretKeyFile(dataDir);
  if (existsSync(generated)) return attention(`${generated} is a key in the data folder`);
  const file = env['LATCHKEY_SECRET_KEY_FILE'];
  if (!file) return ok('set in the environment. A file is safer');
  const isInside = !relative(dataDir, resolve(file)).startsWith('..');
  return isInside ? attention(`${file} is in the data folder`) : ok(`set in ${file}`);
}

export const checkKeyInUse = inDatabase((database, { config }) =>
  found(() => checkSecretKeys(config, database)).then((finding) =>
    finding.detail.endsWith('can be removed') ? attention(finding.detail) : finding,
  ),
);

export async function checkAddress({
  config: { baseUrl, allowedPrivateNetworks },
}: Subject): Promise<Finding> {
  if (!baseUrl) return attention('LATCHKEY_BASE_URL is not set');
  if (!baseUrl.startsWith('https://')) return attention(`${baseUrl} is not encrypted`);
  const { hostname } = new URL(baseUrl);
  const fetch = createOutboundFetch([...allowedPrivateNetworks, hostname]);
  try {
    const { status } = await fetch(`${baseUrl}/healthz`);
    return status === 200 ? ok(baseUrl) : attention(`${baseUrl}/healthz returns ${status}`);
  } catch (error) {
    return unknown(`${baseUrl} does not respond from this machine: ${(error as Error).message}`);
  }
}

export function checkProxies({ config: { host, trustedProxies } }: Subject): Finding {
  if (trustedProxies.length > 0) return ok(trustedProxies.join(', '));
  if (isLoopback(host))
    return attention(`only a proxy on this machine reaches ${host}: all visitors count as one client`);
  return unknown(
    `the server listens on ${host} and names no proxy: correct only if clients connect directly`,
  );
}

export function checkHeld({ config: { holdsMessages } }: Subject): Finding {
  return holdsMessages ? attention(heldMessages) : ok('messages are sent');
}

export function checkMetrics({ config: { host, metricsPort } }: Subject): Finding {
  if (metricsPort === undefined) return attention('there are no metrics, so nothing notices an outage');
  const isPrivate = isLoopback(host) || (ipaddr.isValid(host) && ipaddr.parse(host).range() !== 'unicast');
  const where = `${host}:${metricsPort}`;
  if (isPrivate && !['0.0.0.0', '::'].includes(host)) return ok(`on ${where}, which is not a public address`);
  return unknown(`on ${where}: let a firewall close the port to others`);
}

export function checkLog({ config: { logLevel } }: Subject): Finding {
  if (logLevel === 'info' || logLevel === 'warn') return ok(`the level is ${logLevel}`);
  const why = logLevel === 'debug' || logLevel === 'trace' ? 'it writes too much' : 'warnings are missing';
  return attention(`the level is ${logLevel}: ${why}`);
}
