import type { Answer, Latchkey } from './harness.ts';

/** One user's browser at providers: it keeps our cookie and follows no redirects by itself. */
export class OAuthBrowser {
  readonly #latchkey: Latchkey;
  cookie = '';

  constructor(latchkey: Latchkey) {
    this.#latchkey = latchkey;
  }

  /** Starts a sign-in and opens our address. Returns the provider's. */
  async start(provider: string, options: StartOptions = {}): Promise<URL> {
    const { path = '', bearer, body = {}, parameters = {} } = options;
    const query = new URLSearchParams({ provider, redirectURL: appUrl, ...parameters });
    const answer = await this.#latchkey.request('POST', `/v1/auth/oauth/authorize${path}?${query}`, {
      body,
      ...(bearer && { bearer }),
    });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return this.open(answer.body.url);
  }

  async open(url: string): Promise<URL> {
    let answer = await this.get(url);
    if (answer.status === 200) {
      const state = new URL(url).searchParams.get('state') ?? '';
      answer = await this.post('/v1/auth/oauth/start', { state });
    }
    return new URL(answer.headers.get('location') ?? `about:${errorOf(answer)}`);
  }

  async get(url: string): Promise<Answer> {
    const answer = await this.#latchkey.request('GET', url.replace(this.#latchkey.baseUrl, ''), {
      bearer: null,
      headers: { cookie: this.cookie },
    });
    this.cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? this.cookie;
    return answer;
  }

  /** `withCookie: false`: as a form of another site. */
  post(
    path: string,
    fields: Record<string, string>,
    { withCookie = true, fromOwnPage = withCookie }: { withCookie?: boolean; fromOwnPage?: boolean } = {},
  ): Promise<Answer> {
    return this.#latchkey.request('POST', path, {
      bearer: null,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(withCookie && { cookie: this.cookie }),
        origin: fromOwnPage ? this.#latchkey.baseUrl : 'https://elsewhere.example',
      },
      rawBody: new URLSearchParams(fields).toString(),
    });
  }

  /** Signs in at the simulator. Returns the address with its response. */
  async answer(at: URL, fields: Record<string, string> = {}): Promise<string> {
    const url = at.href.replace('/authorize?', '/answer?');
    const response = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(fields),
    });
    return ((await response.json()) as { url: string }).url;
  }

  /** Signs in at the simulator, up to the application's address. */
  async signIn(provider: string, fields: Record<string, string> = {}, options: StartOptions = {}) {
    return this.get(await this.answer(await this.start(provider, options), fields));
  }
}

export interface StartOptions {
  path?: '' | '/signup' | '/signin' | '/update';
  bearer?: string;
  body?: object;
  parameters?: Record<string, string>;
}

export const appUrl = 'http://127.0.0.1:9/app?kept=yes';

export function codeOf(answer: Answer): string {
  const location = answer.headers.get('location');
  const code = location && new URL(location).searchParams.get('code');
  if (!code) throw new Error(`no code: ${errorOf(answer)}`);
  return code;
}

export function errorOf(answer: Answer): string {
  const location = answer.headers.get('location');
  return location ? (new URL(location).searchParams.get('err') ?? '') : String(answer.body);
}

/** Creates a provider that is this Latchkey's own simulator. */
export async function connectSimulator(
  latchkey: Latchkey,
  provider: string,
  settings: Record<string, unknown> = {},
): Promise<void> {
  const { status, body } = await latchkey.manage('POST', '/v1/mgmt/oauth/provider', {
    provider,
    issuer: `${latchkey.baseUrl}/dev/idp/oidc/${provider}`,
    clientId: 'test-client',
    clientSecret: 'test secret: & ü',
    manageProviderTokens: true,
    ...settings,
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
}

/** `by`: the credentials after the project ID in the bearer. */
export function exchange(latchkey: Latchkey, answer: Answer, by?: string): Promise<Answer> {
  const bearer = [latchkey.projectId, by].filter(Boolean).join(':');
  return latchkey.request('POST', '/v1/auth/oauth/exchange', { bearer, body: { code: codeOf(answer) } });
}
