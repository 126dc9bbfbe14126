import { describe, expect, test } from 'vitest';
import { createLog } from '../core/log.ts';
import { html, sendPage } from './page.ts';
import { mountPageAssets } from './page-assets.ts';
import { submitScript } from './page-scripts.ts';
import { createServer } from './server.ts';

const hostile = `<script>alert(1)</script>"'&`;
const harmless = '&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;';

describe('html', () => {
  test('escapes text between tags and in attributes, and leaves its own results as they are', () => {
    expect(html`<b title="${hostile}">${hostile}</b>`.toString()).toBe(
      `<b title="${harmless}">${harmless}</b>`,
    );
    expect(html`<p>${html`<b>${hostile}</b>`}</p>`.toString()).toBe(`<p><b>${harmless}</b></p>`);
    expect(html`${['a', 'b'].map((item) => html`<li>${item}<br></li>`)}`.toString()).toBe(
      '<li>a<br></li><li>b<br></li>',
    );
  });

  test('writes nothing for absent values, and 0 for 0', () => {
    expect(html`[${undefined}${false}${0}${''}]`.toString()).toBe('[0]');
  });

  test('accepts nothing else as markup, whatever its shape', () => {
    const forged = { toString: () => '<b>', text: '<b>' } as unknown as string;
    expect(html`${forged}`.toString()).toBe('&lt;b&gt;');
    expect(html`${[hostile] as never}`.toString()).toBe(harmless);
  });
});

async function server() {
  const app = createServer(createLog({ logFormat: 'json', logLevel: 'silent' }));
  mountPageAssets(app);
  app.get('/page', (_request, reply) =>
    sendPage(reply, {
      title: hostile,
      body: html`<h1>Hallo</h1>${[html`<p>${submitScript}</p>`]}`,
      lang: 'de',
    }),
  );
  await app.ready();
  return app;
}

test('a page allows no frame, no foreign content and only the script it needs', async () => {
  const { body, headers } = await (await server()).inject('/page');
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; " +
      "frame-ancestors 'none'; script-src 'self'",
  );
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  expect(body).toContain('<html lang="de">');
  expect(body).toContain(`<title>${harmless}</title>`);
});

test('a linked asset exists and may be cached, because its address changes with its content', async () => {
  const app = await server();
  const { body } = await app.inject('/page');
  const links = [...body.matchAll(/<link [^>]*href="([^"]*)"/g)].map(([, href]) => href!);
  expect(links.map((link) => link.split('?')[0])).toEqual(['/assets/icon.svg', '/assets/page.css']);
  for (const link of links) {
    const kept = await app.inject(link);
    expect(kept.statusCode).toBe(200);
    expect(kept.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const other = await app.inject(link.split('?')[0]!);
    expect(other.headers['cache-control']).toBe('no-cache');
  }
});
