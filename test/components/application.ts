import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { html, trustedHtml } from '../../server/http/page.ts';

/** An application on an origin of its own. */
export interface Application {
  origin: string;
  close(): Promise<void>;
}

/** The inside of `<main>` in the application's page, and the scripts that the page runs. */
export interface Content {
  main: string;
  /** Addresses, in order. Modules run after the page has been read. */
  scripts: { src: string; isModule?: boolean }[];
  /** Passed to the scripts as JSON. */
  settings?: object;
}

interface Options {
  /** The origin of Latchkey. */
  service: string;
  content(nonce: string): Content;
  /** The text of `/bundle.js`. */
  bundle?: string;
}

/** Starts an application with one page, under the policy of docs/components.md. */
export async function startApplication({ service, content, bundle }: Options): Promise<Application> {
  const server = createServer((request, response) => {
    if (request.url === '/bundle.js') {
      response.setHeader('content-type', 'text/javascript; charset=utf-8');
      response.end(bundle);
      return;
    }
    const nonce = randomBytes(16).toString('base64');
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('content-security-policy', policyFor(service, nonce));
    response.end(writePage(content(nonce), nonce));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function policyFor(service: string, nonce: string): string {
  return [
    "default-src 'none'",
    `script-src ${service} 'nonce-${nonce}'`,
    `connect-src ${service} data:`,
    `img-src ${service} data:`,
    `font-src ${service}`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
  ].join('; ');
}

function writePage({ main, scripts, settings = {} }: Content, nonce: string): string {
  const elements = scripts.map(({ src, isModule }) =>
    isModule
      ? html`<script nonce="${nonce}" src="${src}" type="module"></script>`
      : html`<script nonce="${nonce}" src="${src}"></script>`,
  );
  return html`<!doctype html>
<html lang="en">
<title>Application</title>
<link rel="icon" href="data:,">
<body data-settings="${JSON.stringify(settings)}">
${elements}
<header><h1>Application</h1></header>
<main>${trustedHtml(main)}</main>
</body>
</html>`.toString();
}
