/** A running suite of the OpenID Foundation, by its REST API. */
export class Suite {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  createPlan(name: string, variant: object, config: object): Promise<{ id: string; modules: SuiteModule[] }> {
    const query = new URLSearchParams({ planName: name, variant: JSON.stringify(variant) });
    return this.#ask('POST', `/api/plan?${query}`, config);
  }

  create(planId: string, { testModule, variant }: SuiteModule): Promise<{ id: string }> {
    const query = new URLSearchParams({
      test: testModule,
      plan: planId,
      variant: JSON.stringify(variant ?? {}),
    });
    return this.#ask('POST', `/api/runner?${query}`);
  }

  /** Starts a module that waits for it: its text says what has to be done before. */
  start(id: string): Promise<void> {
    return this.#ask('POST', `/api/runner/${id}`);
  }

  async state(id: string): Promise<ModuleState> {
    const { status, result } = await this.#ask<{ status: string; result?: string }>('GET', `/api/info/${id}`);
    const runner = this.#ask<{ browser?: { urls?: string[] } }>('GET', `/api/runner/${id}`);
    const { browser } = await runner.catch(() => ({ browser: {} }));
    return { status, result: result ?? '', urls: (browser as { urls?: string[] } | undefined)?.urls ?? [] };
  }

  visited(id: string, url: string): Promise<void> {
    return this.#ask('POST', `/api/runner/browser/${id}/visit?${new URLSearchParams({ url })}`);
  }

  /** Gives the suite the picture of a page that it wants a person to look at. Returns what it wants to see. */
  async show(id: string, picture: Buffer): Promise<string | undefined> {
    const entries = await this.log(id);
    const asked = entries.toReversed().find(({ upload }) => upload);
    if (!asked) return undefined;
    await fetch(`${this.url}/api/log/${id}/images/${asked.upload}`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: `data:image/png;base64,${picture.toString('base64')}`,
    });
    return asked.msg;
  }

  log(id: string): Promise<LogEntry[]> {
    return this.#ask('GET', `/api/log/${id}`);
  }

  stop(id: string): Promise<void> {
    return this.#ask('DELETE', `/api/runner/${id}`);
  }

  async #ask<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 500)}`);
    return (text ? JSON.parse(text) : undefined) as T;
  }
}

export interface SuiteModule {
  testModule: string;
  variant?: object;
}

interface ModuleState {
  status: string;
  result: string;
  /** The addresses that the browser has to open. */
  urls: string[];
}

interface LogEntry {
  result?: string;
  src?: string;
  msg?: string;
  upload?: string;
}
