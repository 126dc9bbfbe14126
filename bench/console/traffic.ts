import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/** One request of the page. */
export interface Exchange {
  path: string;
  /** The request with its credentials and its body, as a line. */
  label: string;
  isApi: boolean;
  /** 0: no response. */
  status: number;
  /** Over the wire, with headers; nothing from the browser's cache. */
  bytes: number;
}

export interface Traffic {
  /** Forgets earlier requests. */
  begin(): void;
  /**
   * Waits until there have been no requests for a while. Fails on repeated requests, and on refused ones except
   * `refused`, which is always refused.
   */
  settled(view: string, refused?: string): Promise<Exchange[]>;
}

const quietMilliseconds = 300;
const limitMilliseconds = 20_000;

/** Watches with the browser's own protocol, because only this level knows which responses came from the cache. */
export async function watchTraffic(page: Page): Promise<Traffic> {
  const client = await page.context().newCDPSession(page);
  let exchanges = new Map<string, Exchange>();
  const pending = new Set<string>();
  let lastAt = performance.now();
  client.on('Network.requestWillBeSent', ({ requestId, request }) => {
    // Embedded content causes no traffic.
    if (!request.url.startsWith('http')) return;
    const { pathname, search } = new URL(request.url);
    const path = `${pathname}${search}`;
    const { Authorization = '' } = request.headers;
    const label = [request.method, path, Authorization, request.postData].filter(Boolean).join(' ');
    const isApi = /^\/v\d+\//.test(pathname);
    pending.add(requestId);
    exchanges.set(requestId, { path, label, isApi, status: 0, bytes: 0 });
  });
  client.on('Network.responseReceived', ({ requestId, response }) => {
    const exchange = exchanges.get(requestId);
    if (exchange) exchange.status = response.status;
  });
  const end = (requestId: string, bytes: number) => {
    const exchange = exchanges.get(requestId);
    if (exchange) exchange.bytes = bytes;
    pending.delete(requestId);
    lastAt = performance.now();
  };
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    end(requestId, encodedDataLength),
  );
  client.on('Network.loadingFailed', ({ requestId }) => end(requestId, 0));
  await client.send('Network.enable');
  return {
    begin() {
      exchanges = new Map();
    },
    async settled(view, refused) {
      const deadline = performance.now() + limitMilliseconds;
      while (pending.size > 0 || performance.now() - lastAt < quietMilliseconds) {
        if (performance.now() > deadline) {
          const open = [...pending].map((id) => exchanges.get(id)?.label ?? 'one of before');
          throw new Error(`${view}: there is no end of ${open.join(', ') || 'requests'}`);
        }
        await sleep(20);
      }
      const all = [...exchanges.values()];
      refuseFaults(view, all, refused);
      return all;
    },
  };
}

function refuseFaults(view: string, exchanges: Exchange[], refused: string | undefined): void {
  const failed = exchanges.find(({ status, path }) => status !== (path === refused ? 401 : 200));
  if (failed) throw new Error(`${view}: ${failed.label} returned ${failed.status || 'nothing'}`);
  const seen = new Set<string>();
  for (const { label } of exchanges) {
    if (seen.has(label)) throw new Error(`${view}: requested twice, where once is enough: ${label}`);
    seen.add(label);
  }
}
