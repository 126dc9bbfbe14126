import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An application on an origin of its own, whose page is what `write` returns. */
export interface Application {
  origin: string;
  close(): Promise<void>;
}

/** The attributes of `<descope-wc>`. */
export type Attributes = Record<string, string>;

/** Starts an application with one page, under the policy of docs/components.md. `script` runs before the component is defined. */
export async function startApplication(
  service: string,
  element: () => { attributes: Attributes; version: string },
): Promise<Application> {
  const server = createServer((_request, response) => {
    const nonce = randomBytes(16).toString('base64');
    const { attributes, version } = element();
    const policy = [
      "default-src 'none'",
      `script-src ${service} 'nonce-${nonce}'`,
      `connect-src ${service}`,
      `img-src data: ${service}`,
      `font-src ${service}`,
      "style-src 'unsafe-inline'",
      "base-uri 'none'",
    ];
    response.setHeader('content-security-policy', policy.join('; '));
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html>
<html lang="en">
<title>Application</title>
<link rel="icon" href="data:,">
<script nonce="${nonce}" src="${service}/npm/@descope/web-component@${version}/dist/index.js"></script>
<main>
<h1>Application</h1>
<descope-wc ${Object.entries({ ...attributes, nonce })
      .map(([name, value]) => `${name}="${value}"`)
      .join(' ')}></descope-wc>
</main>
<script nonce="${nonce}">
  const seen = [];
  for (const name of ['ready', 'success', 'error', 'page-updated'])
    document.querySelector('descope-wc').addEventListener(name, ({ detail }) => seen.push([name, detail]));
</script>
</html>`);
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
