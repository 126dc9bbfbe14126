import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/** One request of the page. */
export interface Exchange {
  method: string;
  path: string;
  /** With what it was asked, as a line. */
  asked: string;
  isApi: boolean;
  /** 0: no answer. */
  status: number;
  /** Over the wire, with the headers; none of what the browser still had. */
  bytes: number;
}

export interface Traffic {
  /** Forgets what was before. */
  begin(): void;
  /**
   * Waits until nothing has been asked for a while. Nothing may have been asked twice, and nothing been refused but
   * `refused`, which always is.
   */
  settled(view: string, refused?: string): Promise<Exchange[]>;
}

const quietMilliseconds = 300;
const limitMilliseconds = 20_000;

/** Watches below the page, by the browser's own protocol, because only there it is known what came from a cache. */
export async function watchTraffic(page: Page): Promise<Traffic> {
  const client = await page.context().newCDPSession(page);
  let exchanges = new Map<string, Exchange>();
  const pending = new Set<string>();
  let lastAt = performance.now();
  client.on('Network.requestWillBeSent', ({ requestId, request }) => {
    // What the page has with it comes from nowhere.
    if (!request.url.startsWith('http')) return;
    const { pathname, search } = new URL(request.url);
    const path = `${pathname}${search}`;
    const { Authorization = '' } = request.headers;
    const asked = [request.method, path, Authorization, request.postData].filter(Boolean).join(' ');
    const isApi = /^\/v\d+\//.test(pathname);
    pending.add(requestId);
    exchanges.set(requestId, { method: request.method, path, asked, isApi, status: 0, bytes: 0 });
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
          const open = [...pending].map((id) => exchanges.get(id)?.asked ?? 'one of before');
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
  if (failed) throw new Error(`${view}: ${failed.asked} was answered with ${failed.status || 'nothing'}`);
  const seen = new Set<string>();
  for (const { asked } of exchanges) {
    if (seen.has(asked)) throw new Error(`${view}: asked twice, where once is enough: ${asked}`);
    seen.add(asked);
  }
}
