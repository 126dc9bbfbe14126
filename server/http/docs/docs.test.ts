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

test('titles, headings, contents and matches are text: none is empty, none shows markup', async () => {
  const textsOf = (html: string, element: RegExp) =>
    [...html.matchAll(element)].map(([, text]) => text!.replace(/<a class="anchor".*?<\/a>/, ''));
  const isText = (text: string) => text.replace(/<\/?(code|em|strong|a)\b[^>]*>/g, '').trim() !== '';
  // An escaped tag, or Markdown that was not rendered.
  const hasMarkup = (text: string) => /&lt;[/a-z]|`|\*\*|\]\(/i.test(text);
  const { text: start } = await load('/docs/');
  const paths = new Set(attributes(start, 'href').filter((path) => /^\/docs\/[\w/-]+\.html$/.test(path)));
  expect(paths.size).toBeGreaterThan(40);
  for (const path of ['/docs/', ...paths]) {
    const { text: page } = await load(path);
    const [contents = ''] = /<nav id="contents".*<\/nav>/s.exec(page) ?? [];
    const title = textsOf(page, /<title>(.*?)<\/title>/gs);
    const found = await load(`/docs/search?q=${encodeURIComponent(title[0]!.split(' – ')[0]!)}`);
    const texts = {
      title,
      headings: textsOf(page, /<h\d[^>]*>(.*?)<\/h\d>/gs),
      contents: textsOf(contents, /<(?:a|p)\b[^>]*>(.*?)<\/(?:a|p)>/gs),
      matches: textsOf(found.text, /<li>\n<a [^>]*>(.*?)<\/a>/gs),
    };
    for (const [kind, all] of Object.entries(texts)) {
      const wrong = all.filter((text) => !isText(text) || hasMarkup(text));
      expect([path, kind, wrong]).toEqual([path, kind, []]);
    }
    expect([path, texts.title.length, texts.headings.length > 0]).toEqual([path, 1, true]);
  }
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
