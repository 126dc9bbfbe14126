import type { Latchkey } from './harness.ts';

export interface Visited {
  status: number;
  headers: Headers;
  /** The target of `location`, if there is one. */
  location: string;
  html: string;
}

/** A minimal browser for hosted pages: it keeps cookies and sends the origin of a form. */
export class FormBrowser {
  readonly #latchkey: Pick<Latchkey, 'baseUrl'>;
  cookies = new Map<string, string>();

  constructor(latchkey: Pick<Latchkey, 'baseUrl'>) {
    this.#latchkey = latchkey;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Visited> {
    return this.#ask(path, { method: 'GET', headers });
  }

  /** `headers` replace those that identify the form as one of our own pages. */
  post(
    path: string,
    form: Record<string, string>,
    headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
  ): Promise<Visited> {
    return this.#ask(path, { method: 'POST', headers, body: new URLSearchParams(form) });
  }

  /** Sends a form and opens the page that it leads to. */
  async submit(path: string, form: Record<string, string>): Promise<Visited & { path: string }> {
    const sent = await this.post(path, form);
    if (!sent.location.startsWith('/')) return { ...sent, path: sent.location };
    return { ...(await this.get(sent.location)), path: sent.location };
  }

  async #ask(path: string, init: RequestInit & { headers: Record<string, string> }): Promise<Visited> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${this.#latchkey.baseUrl}${path}`, {
      ...init,
      redirect: 'manual',
      headers: { 'accept-language': 'en', ...init.headers, ...(cookie && { cookie }) },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const location = response.headers.get('location') ?? '';
    return { status: response.status, headers: response.headers, location, html: await response.text() };
  }
}
