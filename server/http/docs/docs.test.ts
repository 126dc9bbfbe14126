import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { accessibilityViolations } from '../../../test/accessibility.ts';
import { openPage } from '../../../test/counterparts/chromium.ts';
import { type Latchkey, startLatchkey } from '../../../test/harness.ts';
import { errorCodes } from '../../core/errors.ts';
import { readLibrary } from './library.ts';
import { renderDocument } from './render.ts';

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
    if (!headers.get('content-type')?.startsWith('text/html') || !path.startsWith('/docs/')) continue;
    const ids = attributes(text, 'id');
    expect([path, ids.length]).toEqual([path, new Set(ids).size]);
    pages.set(path, new Set(ids));
    for (const address of [...attributes(text, 'href'), ...attributes(text, 'src')]) {
      if (/^(https?|mailto):/.test(address)) continue;
      links.push([path, address]);
      const target = address.split('#')[0]!;
      // Below /docs/api/ are the pages of /docs/reference/ with a form.
      if (target && !/^\/docs\/api\/./.test(target) && !waiting.includes(target)) waiting.push(target);
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

test('a page loads nothing from other hosts, and runs no script but its own file', async () => {
  const { text, headers } = await load('/docs/console.html');
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; form-action/,
  );
  expect(text).not.toMatch(
    /<script(?! src="\/assets\/docs\.js\?v=[\w-]+" defer><\/script>)|<style| style=| on\w+=/,
  );
  expect(attributes(text, 'src').length).toBeGreaterThan(1);
  for (const file of attributes(text, 'src')) {
    expect((await load(file)).headers.get('content-type')).toMatch(
      /^(image\/(png|svg\+xml)|text\/javascript)/,
    );
  }
});

test('commands and links have the address of this instance; pages about new instances keep the example', async () => {
  const { text } = await load('/docs/quick-start/react.html');
  expect(text).toContain(`<a href="${latchkey.baseUrl}/dev/inbox">`);
  expect(text).toContain(`${latchkey.baseUrl}/v1/mgmt/project/settings`);
  expect(text).not.toContain('localhost:8080');
  expect((await load('/docs/deploy/compose.html')).text).toContain('LATCHKEY_BASE_URL=http://localhost:8080');
});

test('links to examples lead to their files, and what a trial adds to their folders is not shown', async () => {
  const { text } = await load('/docs/quick-start/express.html');
  expect(text).toContain('href="/docs/files/examples/express/server.js"');
  expect((await load('/docs/files/examples/express/server.js')).text).toContain('<h1>server.js</h1>');
  expect((await load('/docs/files/examples/')).text).toContain('href="/docs/files/examples/express/"');
  const trial = join(import.meta.dirname, '../../../examples/my-settings.txt');
  writeFileSync(trial, 'a secret of a trial');
  onTestFinished(() => rmSync(trial));
  const { sources } = readLibrary();
  expect(sources).toContain('examples/express/server.js');
  expect(sources).not.toContain('examples/my-settings.txt');
  expect([...sources].filter((path) => /\/\.|node_modules|package-lock/.test(path))).toEqual([]);
  for (const path of [
    'package.json',
    'examples/../package.json',
    'server/main.ts',
    'examples/express/.env',
  ]) {
    expect([path, (await load(`/docs/files/${encodeURIComponent(path)}`)).status]).toEqual([path, 404]);
  }
});

test('blocks of code below <!-- tabs --> are tabs, and follow each other without a script', () => {
  const document = { file: 'docs/sso.md', address: 'sso.html', title: 'SSO' };
  const site = { library: readLibrary(), baseUrl: 'https://auth.example.com' };
  const blocks = '```js title="Node.js"\nconst a = 1;\n```\n\n```py\na = "http://localhost:8080"\n```';
  const { body } = renderDocument(
    document,
    site,
    `# A\n\n<!-- tabs -->\n\n${blocks}\n\nText.\n\n\`\`\`sh\nls\n\`\`\``,
  );
  const text = body.toString();
  expect([...text.matchAll(/data-title="([^"]*)"/g)].map(([, title]) => title)).toEqual([
    'Node.js',
    'Python',
  ]);
  expect(text).toContain('<span class="hljs-keyword">const</span>');
  expect(text).toContain('https://auth.example.com');
  expect(text.indexOf('<p>Text.</p>')).toBeGreaterThan(text.lastIndexOf('class="panel"'));
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

interface Question {
  query: string;
  /** The file of the page that must come first, or its address. */
  page: string;
  /** The heading that the result must lead to. */
  heading?: string;
}

const questions = JSON.parse(
  readFileSync(new URL('search/questions.json', import.meta.url), 'utf8'),
) as Question[];

const find = async (query: string) => {
  const { status, text } = await load(`/docs/search?q=${encodeURIComponent(query)}`);
  expect([query, status]).toEqual([query, 200]);
  return attributes(/<ol class="matches">.*<\/ol>/s.exec(text)?.[0] ?? '', 'href');
};

test('of the questions of developers, 95 percent find the page that says it first', async () => {
  const { byFile } = readLibrary();
  const addressOf = (page: string) => (page.startsWith('/') ? page : `/docs/${byFile.get(page)?.address}`);
  expect(questions.filter(({ page }) => !page.startsWith('/') && !byFile.has(page))).toEqual([]);
  const missed: string[] = [];
  for (const { query, page, heading } of questions) {
    const wanted = addressOf(page);
    const [first = 'nothing'] = await find(query);
    const isFound = heading
      ? first === `${wanted}#${heading}`
      : first === wanted || first.split('#')[0] === wanted;
    if (!isFound) missed.push(`${query}: ${first} in place of ${heading ? `${wanted}#${heading}` : wanted}`);
  }
  expect(missed.length > questions.length / 20 ? missed : []).toEqual([]);
  expect(questions.length).toBeGreaterThanOrEqual(100);
  expect(new Set(questions.map(({ query }) => query)).size).toBe(questions.length);
});

test('every error code has its causes and remedies, and a page that an error leads to says them', async () => {
  const { text } = await load('/docs/reference/errors');
  const rows = [...text.matchAll(/<tr id="(E\d+)">(.*?)<\/tr>/gs)].map(
    ([, code, row]) => [code!, row!] as const,
  );
  expect(rows.map(([code]) => code).toSorted()).toEqual([...errorCodes].toSorted());
  const withoutRemedy = rows.filter(([, row]) => !/<ul class="reasons"><li>.+?→.+?<\/li>/s.test(row));
  expect(withoutRemedy.map(([code]) => code)).toEqual([]);
  expect(text).toContain('The user entered five wrong codes from a message.');
  expect((await find('error codes'))[0]).toBe('/docs/reference/errors');
});

test('the search finds settings, error codes, operations, parts of words and misspelt words', async () => {
  const expected: [query: string, first: string][] = [
    ['LATCHKEY_SECRET_KEY', '/docs/operations.html#LATCHKEY_SECRET_KEY'],
    ['latchkey_breached', '/docs/operations.html#LATCHKEY_BREACHED_PASSWORDS'],
    ['E064001', '/docs/reference/errors#E064001'],
    ['management.role.create', '/docs/reference/management.role.create'],
    ['/v1/mgmt/role/create', '/docs/reference/management.role.create'],
    ['wehbooks', '/docs/guides/webhooks.html'],
    ['webho', '/docs/guides/webhooks.html'],
    ['how do I use a reverse-proxy?', '/docs/deploy/proxies.html'],
  ];
  for (const [query, first] of expected) expect([query, (await find(query))[0]]).toEqual([query, first]);
  for (const query of ['sign-in', 'invalid_grant', 'scope=openid', 'hasRole', 'the', 'CORS']) {
    expect([query, (await find(query)).length > 0]).toEqual([query, true]);
  }
});

test('decisions come after the pages that say what to do', async () => {
  for (const query of ['passkeys', 'impersonation', 'audit log', 'saml signature', 'rate limits']) {
    const places = (await find(query)).map((address) => address.startsWith('/docs/decisions/'));
    expect([query, places.slice(0, 3)]).toEqual([query, [false, false, false]]);
  }
});

test('the search shows what was typed as text', async () => {
  expect((await load('/docs/search?q=zyzzyvazz')).text).toContain('No results.');
  const { text: hostile } = await load(`/docs/search?q=${encodeURIComponent('"><script>(+[\\')}`);
  expect(hostile).not.toContain('<script>');
  expect(hostile).toContain('value="&quot;&gt;&lt;script&gt;(+[\\"');
  expect((await load('/docs/search')).status).toBe(200);
});

test('a reader copies code with the project of the console, and chooses a language once', async () => {
  const browser = await openPage();
  try {
    const { page } = browser;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${latchkey.baseUrl}/docs/reference/management.user.create`);
    await page.evaluate(
      (id) => localStorage.setItem('latchkey.project', JSON.stringify(id)),
      latchkey.projectId,
    );
    await page.reload();
    await page.getByRole('tab', { name: '@latchkey/client' }).click();
    const panel = page.getByRole('tabpanel', { name: '@latchkey/client' });
    await panel.hover();
    await panel.getByRole('button', { name: 'Copy' }).click();
    await panel.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(`projectId: '${latchkey.projectId}'`);
    expect(copied).toContain(`baseUrl: '${latchkey.baseUrl}'`);
    await page.goto(`${latchkey.baseUrl}/docs/reference/management.user.delete`);
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('@latchkey/client');
  } finally {
    await browser.close();
  }
});

test('the form of an operation sends the request, and shows the response', async () => {
  const browser = await openPage();
  try {
    const { page } = browser;
    await page.goto(`${latchkey.baseUrl}/docs/api/management.user.create`);
    await page.getByLabel('Project ID').fill(latchkey.projectId);
    await page.getByLabel('Management key').fill(latchkey.managementKey);
    await page.getByLabel('Request body').fill('{"loginId":"lin@example.com"}');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText(/^200 in \d+ ms$/).waitFor();
    expect(await page.locator('.response').textContent()).toContain('"lin@example.com"');
    await page.goto(`${latchkey.baseUrl}/docs/api/management.user.load`);
    await page.getByLabel('loginId').fill('nobody@example.com');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText(/^404 in \d+ ms$/).waitFor();
  } finally {
    await browser.close();
  }
});

test('the pages have no accessibility violations, and fit a phone', async () => {
  const browser = await openPage();
  try {
    const { page } = browser;
    const examined = [
      ...(['', 'architecture.html'] as const).map((path) => [path, 'light'] as const),
      ...(['console.html', 'search?q=key', 'api/management.user.create', 'reference/errors'] as const).map(
        (path) => [path, 'dark'] as const,
      ),
    ];
    for (const [path, colorScheme] of examined) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${latchkey.baseUrl}/docs/${path}`);
      expect(await accessibilityViolations(page), path).toEqual([]);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of [
      '',
      'operations.html',
      'conformance.html',
      'reference/',
      'api/management.user.create',
    ]) {
      await page.goto(`${latchkey.baseUrl}/docs/${path}`);
      const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
      expect([path, widths[0]]).toEqual([path, widths[1]]);
    }
  } finally {
    await browser.close();
  }
});
