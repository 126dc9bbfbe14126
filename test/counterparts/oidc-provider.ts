import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, type Program, startProgram, temporaryFolder, untilReady } from './program.ts';

/** An independent OpenID provider (`oidc-provider`), in a separate process. */
export interface OidcProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /**
   * Signs in as `login` at the authorization address, as a browser would. Returns the address with the
   * response.
   */
  signIn(url: string, login: string): Promise<string>;
  /** RFC 7009. */
  revoke(token: string): Promise<void>;
  stop(): Promise<void>;
}

const server = fileURLToPath(new URL('./oidc-provider-server.ts', import.meta.url));

export async function startOidcProvider(redirectUri: string): Promise<OidcProvider> {
  const folder = temporaryFolder('oidc-provider');
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const [clientId, clientSecret] = ['latchkey', 'a secret of its own'];
  const settings = join(folder, 'settings.json');
  writeFileSync(settings, JSON.stringify({ port, issuer, clientId, clientSecret, redirectUri }));
  const program: Program = startProgram(process.execPath, [server, settings], { folder });
  await untilReady('oidc-provider', program, () =>
    fetch(`${issuer}/.well-known/openid-configuration`).then(
      (answer) => answer.ok,
      () => false,
    ),
  );
  return {
    issuer,
    clientId,
    clientSecret,
    signIn: (url, login) => signIn(url, login, redirectUri),
    async revoke(token) {
      const body = new URLSearchParams({ token, client_id: clientId, client_secret: clientSecret });
      const { status } = await fetch(`${issuer}/token/revocation`, { method: 'POST', body });
      if (status !== 200) throw new Error(`the revocation was responded with status ${status}`);
    },
    stop: () => program.stop(),
  };
}

/** Its development pages ask for a name, and then for consent. */
async function signIn(start: string, login: string, redirectUri: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  let body: URLSearchParams | undefined;
  for (let hop = 0; hop < 20; hop++) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body && { method: 'POST', body }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const html = await response.text();
    const location = response.headers.get('location');
    body = undefined;
    if (location) {
      url = new URL(location, url).href;
      if (url.startsWith(redirectUri)) return url;
      continue;
    }
    const [, action] = /action="([^"]+)"/.exec(html) ?? [];
    const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(html) ?? [];
    if (!action) throw new Error(`no form at ${url} (${response.status}): ${html.slice(0, 500)}`);
    url = new URL(action, url).href;
    body = new URLSearchParams({ prompt, ...(prompt === 'login' && { login, password: 'any' }) });
  }
  throw new Error('the sign-in did not come to an end');
}
