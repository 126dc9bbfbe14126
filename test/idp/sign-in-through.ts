import { HttpBrowser, readForm } from '../counterparts/http-browser.ts';
import type { Latchkey } from '../harness.ts';

interface SignIn {
  tenantId: string;
  /** The application to which the sign-in returns. */
  appUrl: string;
  username: string;
  password: string;
}

/** The names that sign-in pages give to the field of the user's name. */
const nameFields = ['username', 'user', 'login'];

/** Signs a user in at the tenant's identity provider, in a browser that runs no scripts. Returns the code for the application. */
export async function signInThrough(latchkey: Latchkey, signIn: SignIn): Promise<string> {
  const { tenantId, appUrl, username, password } = signIn;
  const query = new URLSearchParams({ tenant: tenantId, redirectURL: `${appUrl}/app` });
  const { body } = await latchkey.request('POST', `/v1/auth/sso/authorize?${query}`, { body: {} });
  const browser = new HttpBrowser();
  let page = await browser.get(body.url);
  let hasGivenPassword = false;
  for (let step = 0; step < 10 && !page.url.startsWith(appUrl); step++) {
    const form = readForm(page.html, page.url);
    if (!form || (form.fields.has('password') && hasGivenPassword))
      throw new Error(`the sign-in ends at ${page.url} (${page.status}):\n${page.html.slice(0, 4_000)}`);
    if (form.fields.has('password')) {
      const name = nameFields.find((field) => form.fields.has(field)) ?? 'username';
      form.fields.set(name, username).set('password', password);
      hasGivenPassword = true;
    }
    page = await browser.submit(form);
  }
  const { searchParams } = new URL(page.url);
  const code = searchParams.get('code');
  if (!code) throw new Error(`no code at ${page.url}`);
  return code;
}
