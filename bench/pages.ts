import { launchChromium } from '../test/counterparts/chromium.ts';
import { projectId, returnUrl } from './settings.ts';
import { type Stage, serve } from './stage.ts';
import { median } from './statistics.ts';

/** Measures the hosted sign-in page in Chromium, with an empty cache. */
export interface PageResult {
  requests: string[];
  /** Over the wire, with headers. */
  bytes: number;
  firstByteMilliseconds: number;
  loadMilliseconds: number;
}

const loads = 10;

export async function measurePage(stage: Stage, cores: string): Promise<PageResult> {
  const server = await serve(stage.server, cores);
  const browser = await launchChromium();
  const firstBytes: number[] = [];
  const ends: number[] = [];
  let requests: string[] = [];
  let bytes = 0;
  try {
    // The first load finds the server's caches empty, too.
    for (let index = 0; index <= loads; index += 1) {
      const context = await browser.newContext();
      const page = await context.newPage();
      const sizes: Promise<{ path: string; bytes: number }>[] = [];
      page.on('requestfinished', (request) => {
        const path = new URL(request.url()).pathname;
        const sent = request
          .sizes()
          .then(({ responseHeadersSize, responseBodySize }) => responseHeadersSize + responseBodySize);
        sizes.push(sent.then((bytes) => ({ path, bytes })));
      });
      const query = new URLSearchParams({ redirectUrl: returnUrl, state: 'state' });
      const answer = await page.goto(`${server.baseUrl}/login/${projectId}?${query}`, { waitUntil: 'load' });
      if (answer?.status() !== 200) throw new Error(`the sign-in page returned ${answer?.status()}`);
      const { firstByte, end } = await page.evaluate(() => {
        const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
        return { firstByte: navigation!.responseStart, end: navigation!.domComplete };
      });
      const finished = await Promise.all(sizes);
      await context.close();
      if (index === 0) continue;
      firstBytes.push(firstByte);
      ends.push(end);
      requests = finished.map(({ path }) => path);
      bytes = finished.reduce((sum, one) => sum + one.bytes, 0);
    }
  } finally {
    await browser.close();
    await server.stop();
  }
  return { requests, bytes, firstByteMilliseconds: median(firstBytes), loadMilliseconds: median(ends) };
}
