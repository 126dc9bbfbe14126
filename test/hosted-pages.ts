import { expect } from 'vitest';
import type { FormBrowser, Visited } from './browser.ts';
import { startLatchkey } from './harness.ts';

export type HostedPages = Awaited<ReturnType<typeof startHostedPages>>;

export const password = 'a long sentence with rain in it';
export const back = 'https://app.example.com/callback';

/** Starts a Latchkey whose hosted pages return to `back`, and the steps that their tests share. */
export async function startHostedPages(environment: Record<string, string> = {}) {
  const latchkey = await startLatchkey(environment);
  let counter = 0;
  await configure({ redirectUrls: [back], hostedPages: { signUp: true } });

  function configure(settings: object, on = latchkey) {
    return on.manage('POST', '/v1/mgmt/project/settings', settings);
  }

  async function makeUser(more: object = {}): Promise<string> {
    counter += 1;
    const loginId = `user${counter}@example.com`;
    const body = { loginId, email: loginId, verifiedEmail: true, ...more };
    expect((await latchkey.manage('POST', '/v1/mgmt/user/create', body)).status).toBe(200);
    await latchkey.manage('POST', '/v1/mgmt/user/password/set/active', { loginId, password });
    return loginId;
  }

  function at(step = '', query: Record<string, string> = { redirectUrl: back, state: 'abc' }, on = latchkey) {
    return `/login/${on.projectId}${step && `/${step}`}?${new URLSearchParams(query)}`;
  }

  /** Submits the login ID, up to the page that asks for the proof. */
  async function identify(
    browser: FormBrowser,
    loginId: string,
    method = 'password',
  ): Promise<Visited & { path: string }> {
    await browser.get(at());
    const first = await browser.submit(at(), { loginId });
    return method === 'password' ? first : browser.submit(first.path, { method });
  }

  async function signIn(browser: FormBrowser, loginId: string): Promise<string> {
    const { path } = await identify(browser, loginId);
    return codeOf((await browser.submit(path, { password })).path);
  }

  function exchange(code: string, path = 'oauth/exchange', on = latchkey) {
    return on.request('POST', `/v1/auth/${path}`, { body: { code } });
  }

  return { latchkey, configure, makeUser, at, identify, signIn, exchange };
}

export function codeOf(location: string): string {
  const url = new URL(location);
  expect(url.href.startsWith(back)).toBe(true);
  return url.searchParams.get('code') ?? '';
}
