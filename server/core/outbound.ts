import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

// An `import` of `node:http` reads every export, among them those of Node's `fetch`: 40 ms and 14 MB at each start.
const { request: httpRequest } = process.getBuiltinModule('node:http');
const { request: httpsRequest } = process.getBuiltinModule('node:https');

/** Reports a refused or failed outgoing request. The message gives the reason and contains no secret. */
export class OutboundError extends Error {}

/** The host has no address at the moment, but may have one later. */
export class UnresolvedHostError extends OutboundError {}

export interface OutboundRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string;
  maxBytes?: number;
  timeoutMs?: number;
}

export interface OutboundResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Fetches an address from user input. Does not follow redirects. */
export type OutboundFetch = (url: string, options?: OutboundRequest) => Promise<OutboundResponse>;

/**
 * Resolves a host to the addresses that may be connected to. `isPrivate`: an operator's own network, where
 * every port is allowed.
 */
export type OutboundResolve = (host: string) => Promise<{ addresses: string[]; isPrivate: boolean }>;

const defaultMaxBytes = 1024 * 1024;
const defaultTimeoutMs = 5_000;

/** A slow or dead host can hold at most this many of our requests. */
const maxPerHost = 100;
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Callers must not reach other services of a host. The operator's own networks may use any port. */
const publicPorts = new Set(['', '443', '8443']);

/**
 * Creates the guard against server-side request forgery: https and public addresses only, unless the operator
 * allowed the host or the network. The request connects to the checked addresses, so a name that resolves
 * differently a moment later (DNS rebinding) gains nothing.
 */
export function createOutboundFetch(allowedPrivateNetworks: string[]): OutboundFetch {
  return createOutbound(allowedPrivateNetworks).fetch;
}

/** `resolve` is the same guard for protocols other than HTTP: connect to the addresses, never to the name. */
export function createOutbound(allowedPrivateNetworks: string[]): {
  fetch: OutboundFetch;
  resolve: OutboundResolve;
} {
  const hosts = allowedPrivateNetworks.filter((entry) => !isNetwork(entry));
  const allowedHosts = new Set(hosts.map((host) => host.toLowerCase()));
  const allowedNetworks = allowedPrivateNetworks.filter(isNetwork).map(networkRange);
  const running = new Map<string, number>();

  async function resolveHost(text: string): Promise<{ addresses: string[]; isPrivate: boolean }> {
    const host = text.replace(/^\[|\]$/g, '').toLowerCase();
    const addresses = isIP(host) ? [host] : (await lookup(host, { all: true })).map((found) => found.address);
    const privateOnes = addresses.filter((address) => !isPublic(address));
    // A private address among public ones refuses the host, because the choice among them must not be random.
    if (!privateOnes.every((address) => isAllowed(host, address))) {
      throw new OutboundError(`${host} is not a public address`);
    }
    return { addresses, isPrivate: privateOnes.length === addresses.length };
  }

  function isAllowed(host: string, address: string): boolean {
    const parsed = ipaddr.process(address);
    return (
      allowedHosts.has(host) ||
      allowedNetworks.some((network) => parsed.kind() === network[0].kind() && parsed.match(network))
    );
  }

  const resolve: OutboundResolve = (host) =>
    inTime(resolveHost(host), AbortSignal.timeout(defaultTimeoutMs)).catch((error: Error) => {
      throw error instanceof OutboundError ? error : new UnresolvedHostError(`${host} cannot be resolved`);
    });

  const fetch: OutboundFetch = async (text, options = {}) => {
    if (!URL.canParse(text)) throw new OutboundError('the address is not absolute');
    const url = new URL(text);
    if (url.username || url.password)
      throw new OutboundError('the address must not contain a user or password');
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw new OutboundError('only https is allowed');
    const late = AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs);
    const { addresses, isPrivate } = await inTime(resolveHost(url.hostname), late).catch((error: Error) => {
      if (error instanceof OutboundError) throw error;
      throw new UnresolvedHostError(`${url.hostname} cannot be resolved${late.aborted ? ' in time' : ''}`);
    });
    if (!isPrivate) {
      if (url.protocol === 'http:') throw new OutboundError('only https is allowed');
      if (!publicPorts.has(url.port)) throw new OutboundError('only the ports 443 and 8443 are allowed');
    }
    return oneOfFew(url.host, () => send(url, addresses, options, late));
  };

  async function oneOfFew<T>(host: string, work: () => Promise<T>): Promise<T> {
    const count = running.get(host) ?? 0;
    if (count >= maxPerHost) throw new OutboundError(`${host} already has ${maxPerHost} unanswered requests`);
    running.set(host, count + 1);
    try {
      return await work();
    } finally {
      const left = (running.get(host) ?? 1) - 1;
      if (left > 0) running.set(host, left);
      else running.delete(host);
    }
  }

  return { fetch, resolve };
}

/** A DNS lookup cannot be cancelled, so only the wait for it ends. */
function inTime<T>(work: Promise<T>, late: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    late.addEventListener('abort', () => reject(late.reason), { once: true });
    work.then(resolve, reject);
  });
}

function send(
  url: URL,
  addresses: string[],
  options: OutboundRequest,
  late: AbortSignal,
): Promise<OutboundResponse> {
  const { maxBytes = defaultMaxBytes } = options;
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
      method: options.method ?? 'GET',
      headers: { 'user-agent': 'Latchkey', ...options.headers },
      lookup: (_host, { all }, done) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const [first] = found;
        if (all || !first) (done as (error: null, found: object[]) => void)(null, found);
        else done(null, first.address, first.family);
      },
      agent: false,
      signal: late,
    });
    const fail = (error: Error) => {
      const reason = late.aborted ? ' did not respond in time' : `: ${withoutAddress(error)}`;
      reject(error instanceof OutboundError ? error : new OutboundError(`${url.host}${reason}`));
    };
    request.on('error', fail);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      let length = 0;
      response.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > maxBytes) {
          response.destroy(new OutboundError(`the response of ${url.host} is larger than ${maxBytes} bytes`));
        } else chunks.push(chunk);
      });
      response.on('error', fail);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    request.end(options.body);
  });
}

/** Says why a connection failed without the address that the host resolves to, because strangers may read the reason. */
function withoutAddress(error: NodeJS.ErrnoException & { address?: string }): string {
  const { syscall = 'connect', code, address, message } = error;
  // The failure of several addresses has no message of its own.
  return code && (address || !message) ? `${syscall} ${code}` : message;
}

function isNetwork(entry: string): boolean {
  return isIP(entry) !== 0 || ipaddr.isValidCIDR(entry);
}

function networkRange(entry: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
  const address = ipaddr.process(entry);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/**
 * `process` unwraps `::ffff:127.0.0.1`; 'unicast' is what is left after every special-purpose range. Only
 * 2000::/3 of IPv6 is allocated, and the rest has forms that reach IPv4 addresses (`::127.0.0.1`).
 */
function isPublic(text: string): boolean {
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(globalUnicast);
}
