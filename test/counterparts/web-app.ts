import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';

const require = createRequire(import.meta.url);

/** The published SDK, for a `<script>`. */
const sdkFile = join(dirname(require.resolve('@descope/web-js-sdk')), '../index.umd.js');

const page = `<!doctype html>
<html lang="en">
<title>Application</title>
<link rel="icon" href="data:,">
<h1>Application</h1>
<script src="/sdk.js"></script>
<script>
  const seen = { authenticated: [], sessions: 0, users: [] };
  let sdk;
  function start(config) {
    sdk = Descope({ persistTokens: true, storeLastAuthenticatedUser: true, ...config });
    sdk.onIsAuthenticatedChange((isAuthenticated) => seen.authenticated.push(isAuthenticated));
    sdk.onSessionTokenChange((token) => { if (token) seen.sessions += 1; });
    sdk.onUserChange((user) => seen.users.push(user && user.loginIds[0]));
  }
  async function call(path, args) {
    const names = path.split('.');
    const method = names.pop();
    // JSON has no undefined.
    const given = args.map((one) => one ?? undefined);
    const answer = await names.reduce((from, name) => from[name], sdk)[method](...given);
    if (answer === null || typeof answer !== 'object' || !('ok' in answer)) return answer;
    const { ok, code, data, error } = answer;
    return { ok, code, data, error };
  }
</script>
</html>`;

export interface WebApp {
  port: number;
  close(): Promise<void>;
}

/** A web application with one page, on every loopback name. */
export async function startWebApp(): Promise<WebApp> {
  const server = createServer((request, response) => {
    const isScript = request.url === '/sdk.js';
    response.setHeader('content-type', `${isScript ? 'text/javascript' : 'text/html'}; charset=utf-8`);
    response.end(isScript ? readFileSync(sdkFile) : page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export interface SdkAnswer {
  ok: boolean;
  code: number;
  // biome-ignore lint/suspicious/noExplicitAny: responses are compared, not computed with.
  data?: any;
  error?: { errorCode: string; errorDescription: string };
}

/** The SDK in a page. */
export class WebSdk {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Creates the SDK again, as an application does when its page loads. */
  async start(config: object): Promise<void> {
    await this.page.evaluate(`start(${JSON.stringify(config)})`);
  }

  /** `totp.signUp`, `refresh`, … */
  call<T = SdkAnswer>(method: string, ...args: unknown[]): Promise<T> {
    const text = `call(${JSON.stringify(method)}, ${JSON.stringify(args)})`;
    // The page's stack contains addresses, which Vitest would read as files.
    return this.page.evaluate<T>(text).catch((error: Error) => {
      throw new Error(error.message.split('\n')[0]);
    });
  }

  /** Returns the changes that the page was notified of, in order. */
  seen(): Promise<{ authenticated: boolean[]; sessions: number; users: (string | null)[] }> {
    return this.page.evaluate('seen');
  }

  storage(): Promise<Record<string, string>> {
    return this.page.evaluate('({ ...localStorage })');
  }
}
