export interface PostedForm {
  /** The target of the browser's form. */
  action: string;
  samlResponse: string;
  relayState: string | undefined;
}

export interface Form {
  action: string;
  method: string;
  fields: Map<string, string>;
}

/**
 * Signs in at an identity provider over plain HTTP, as a browser would: follows redirects, keeps cookies, submits
 * forms, fills in the password once. Ends at the form that carries the SAML response, which is not posted.
 */
export async function signIn(
  startUrl: string,
  username: string,
  password: string,
  browser = new HttpBrowser(),
): Promise<PostedForm> {
  let page = await browser.get(startUrl);
  let hasGivenPassword = false;
  for (let step = 0; step < 10; step++) {
    const form = readForm(page.html, page.url);
    if (!form) throw new Error(`no form at ${page.url} (${page.status}): ${visibleText(page.html)}`);
    const samlResponse = form.fields.get('SAMLResponse');
    if (samlResponse) return { action: form.action, samlResponse, relayState: form.fields.get('RelayState') };
    if (form.fields.has('password')) {
      if (hasGivenPassword) throw new Error(`sign-in of ${username} was refused: ${visibleText(page.html)}`);
      form.fields.set('username', username).set('password', password);
      hasGivenPassword = true;
    }
    page = await browser.submit(form);
  }
  throw new Error(`no SAML response after 10 forms; the last page is ${page.url}`);
}

export interface Page {
  url: string;
  status: number;
  html: string;
}

/** Follows redirects and keeps cookies per host, like a browser that runs no scripts. */
export class HttpBrowser {
  readonly #cookies = new Map<string, Map<string, string>>();

  get(url: string): Promise<Page> {
    return this.#follow(url, { method: 'GET' });
  }

  submit(form: Form): Promise<Page> {
    const fields = new URLSearchParams([...form.fields]);
    if (form.method !== 'POST') {
      const url = new URL(form.action);
      url.search = fields.toString();
      return this.get(url.href);
    }
    return this.#follow(form.action, { method: 'POST', body: fields });
  }

  async #follow(start: string, request: RequestInit): Promise<Page> {
    let url = start;
    let init = request;
    for (let hop = 0; hop < 20; hop++) {
      const response = await fetch(url, {
        ...init,
        redirect: 'manual',
        headers: { cookie: this.#cookieHeader(url) },
      });
      this.#keepCookies(url, response);
      const location = response.headers.get('location');
      const html = await response.text();
      if (!location) return { url, status: response.status, html };
      url = new URL(location, url).href;
      if (response.status !== 307 && response.status !== 308) init = { method: 'GET' };
    }
    throw new Error(`more than 20 redirects from ${start}`);
  }

  #cookieHeader(url: string): string {
    const kept = this.#cookies.get(new URL(url).hostname) ?? new Map<string, string>();
    return [...kept].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #keepCookies(url: string, response: Response): void {
    const host = new URL(url).hostname;
    const kept = this.#cookies.get(host) ?? new Map<string, string>();
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim());
      const name = pair.slice(0, pair.indexOf('='));
      const isRemoval = attributes.some((attribute) => /^max-age=(0|-\d+)$/i.test(attribute));
      if (isRemoval) kept.delete(name);
      else kept.set(name, pair.slice(name.length + 1));
    }
    this.#cookies.set(host, kept);
  }
}

/** Returns the first form of a page, with an absolute action. */
export function readForm(html: string, pageUrl: string): Form | undefined {
  const match = /<form\b([^>]*)>([\s\S]*?)<\/form>/i.exec(html);
  if (!match) return undefined;
  const [, attributes = '', content = ''] = match;
  const fields = new Map<string, string>();
  for (const [input] of content.matchAll(/<input\b[^>]*>/gi)) {
    const name = attribute(input, 'name');
    if (name) fields.set(name, attribute(input, 'value') ?? '');
  }
  return {
    action: new URL(attribute(attributes, 'action') ?? '', pageUrl).href,
    method: (attribute(attributes, 'method') ?? 'GET').toUpperCase(),
    fields,
  };
}

function attribute(tag: string, name: string): string | undefined {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(` ${tag}`);
  const value = match?.[1] ?? match?.[2];
  return value === undefined ? undefined : decodeEntities(value);
}

const namedEntities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal) return String.fromCodePoint(Number(decimal));
    return namedEntities[name] ?? whole;
  });
}

function visibleText(html: string): string {
  const text = html.replace(/<(script|style)\b[\s\S]*?<\/\1>|<[^>]*>/gi, ' ');
  return decodeEntities(text).replace(/\s+/g, ' ').trim().slice(0, 600);
}
