import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityViolations } from '../../../test/accessibility.ts';
import { openPage } from '../../../test/counterparts/chromium.ts';
import { type Latchkey, startLatchkey } from '../../../test/harness.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey?.close());

const load = async (path: string, headers = {}) => {
  const response = await fetch(`${latchkey.baseUrl}${path}`, { headers, redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

const attributes = (text: string, name: string) =>
  [...text.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value]) =>
    value!.replaceAll('&amp;', '&'),
  );

test('every page is reached from /docs/, and every link in it leads to a heading that exists', async () => {
  const pages = new Map<string, Set<string>>();
  const links: [from: string, to: string][] = [];
  const waiting = ['/docs/'];
  for (const path of waiting) {
    const { status, text, headers } = await load(path);
    expect([path, status]).toEqual([path, 200]);
    if (!headers.get('content-type')?.startsWith('text/html') || !/^\/docs\/(?!reference|api\/)/.test(path))
      continue;
    const ids = attributes(text, 'id');
    expect([path, ids.length]).toEqual([path, new Set(ids).size]);
    pages.set(path, new Set(ids));
    for (const address of [...attributes(text, 'href'), ...attributes(text, 'src')]) {
      if (/^(https?|mailto):/.test(address)) continue;
      links.push([path, address]);
      const target = address.split('#')[0]!;
      if (target && !waiting.includes(target)) waiting.push(target);
    }
  }
  const dead = links.filter(([from, to]) => {
    const [path, anchor] = to.split('#');
    return anchor && !pages.get(path || from)?.has(anchor);
  });
  expect(dead).toEqual([]);
  expect(pages.size).toBeGreaterThan(60);
});

test('a page loads nothing but its stylesheet and pictures, and runs no script', async () => {
  const { text, headers } = await load('/docs/console.html');
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self';/,
  );
  expect(text).not.toMatch(/<script|<style| style=| on\w+=/);
  expect(attributes(text, 'src').length).toBeGreaterThan(0);
  for (const picture of attributes(text, 'src')) {
    expect((await load(picture)).headers.get('content-type')).toMatch(/^image\/(png|svg\+xml)$/);
  }
});

test('a browser that has the page does not load it again', async () => {
  const etag = (await load('/docs/sso.html')).headers.get('etag')!;
  expect(await load('/docs/sso.html', { 'if-none-match': etag })).toMatchObject({ status: 304, text: '' });
});

test('no address leads to a file that is no document', async () => {
  for (const path of ['package.json', '..%2fpackage.json', '%2e%2e/package.json', 'sso.md', 'nothing.html']) {
    expect([path, (await load(`/docs/${path}`)).status]).toEqual([path, 404]);
  }
});

test('the search finds the section that contains every word, and shows what was typed as text', async () => {
  const { text } = await load('/docs/search?q=trusted+proxies+FORWARDED');
  expect(text).toContain('href="/docs/operations.html#behind-a-proxy"');
  expect((await load('/docs/search?q=zyzzyva')).text).toContain('No page contains all of these words.');
  const { text: hostile } = await load(`/docs/search?q=${encodeURIComponent('"><script>(+[\\')}`);
  expect(hostile).not.toContain('<script>');
  expect(hostile).toContain('value="&quot;&gt;&lt;script&gt;(+[\\"');
  expect((await load('/docs/search')).status).toBe(200);
});

test('the pages have no accessibility violations, and fit a phone', async () => {
  const browser = await openPage();
  try {
    const { page } = browser;
    const examined = [
      ...(['', 'architecture.html'] as const).map((path) => [path, 'light'] as const),
      ...(['console.html', 'search?q=key'] as const).map((path) => [path, 'dark'] as const),
    ];
    for (const [path, colorScheme] of examined) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${latchkey.baseUrl}/docs/${path}`);
      expect(await accessibilityViolations(page), path).toEqual([]);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of ['', 'operations.html', 'conformance.html']) {
      await page.goto(`${latchkey.baseUrl}/docs/${path}`);
      const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
      expect([path, widths[0]]).toEqual([path, widths[1]]);
    }
  } finally {
    await browser.close();
  }
});
