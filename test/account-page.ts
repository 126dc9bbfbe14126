import { expect } from 'vitest';
import { FormBrowser, type Visited } from './browser.ts';
import { password, startHostedPages } from './hosted-pages.ts';

export type AccountPages = Awaited<ReturnType<typeof startAccountPages>>;

/** Starts a Latchkey, and the steps that tests of the account page share. */
export async function startAccountPages(environment: Record<string, string> = {}) {
  const hosted = await startHostedPages(environment);
  const { latchkey, makeUser } = hosted;
  const at = (section = '', on = latchkey) => `/account/${on.projectId}${section && `/${section}`}`;

  /** Follows redirects on our own pages. */
  async function follow(browser: FormBrowser, path: string): Promise<Visited> {
    const local = (location: string) => location.replace(latchkey.baseUrl, '');
    let visited = await browser.get(local(path));
    while (visited.location) visited = await browser.get(local(visited.location));
    return visited;
  }

  /** Opens a path of the account page, signs in by password, and returns the page that this leads to. */
  async function signInAt(browser: FormBrowser, path: string, loginId: string): Promise<Visited> {
    const { location } = await browser.get(path);
    expect(location).toContain('/login/');
    const login = location.replace(latchkey.baseUrl, '');
    await browser.get(login);
    const asked = await browser.submit(login, { loginId });
    const signedIn = await browser.post(asked.path, { password });
    return follow(browser, signedIn.location);
  }

  /** Creates a user who is signed in on their account page. */
  async function openAccount(more: object = {}) {
    const browser = new FormBrowser(latchkey);
    const loginId = await makeUser(more);
    const page = await signInAt(browser, at(), loginId);
    expect(page.status).toBe(200);
    return { browser, loginId, page };
  }

  const load = async (loginId: string) =>
    (await latchkey.manage('GET', `/v1/mgmt/user?loginId=${encodeURIComponent(loginId)}`)).body.user;

  return { ...hosted, hostedAt: hosted.at, at, follow, signInAt, openAccount, load };
}
