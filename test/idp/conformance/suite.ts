import { setTimeout as sleep } from 'node:timers/promises';

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

  start(planId: string, { testModule, variant }: SuiteModule): Promise<{ id: string }> {
    const query = new URLSearchParams({
      ...{ test: testModule, plan: planId },
      variant: JSON.stringify(variant ?? {}),
    });
    return this.#ask('POST', `/api/runner?${query}`);
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

  /** Gives the suite the picture of a page that it wants a person to look at. */
  async show(id: string, png: Buffer): Promise<void> {
    const entries = await this.log(id);
    const asked = entries.toReversed().find(({ upload }) => upload);
    if (!asked) return;
    await fetch(`${this.url}/api/log/${id}/images/${asked.upload}`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: `data:image/png;base64,${png.toString('base64')}`,
    });
  }

  log(id: string): Promise<{ result?: string; src?: string; msg?: string; upload?: string }[]> {
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

/** Runs a module to its end. `open` opens an address in a browser and returns a picture of the page where it ended. */
export async function runModule(
  suite: Suite,
  planId: string,
  module: SuiteModule,
  open: (url: string) => Promise<Buffer>,
): Promise<{ result: string; remarks: string[] }> {
  const { id } = await suite.start(planId, module);
  const seen = new Set<string>();
  let picture: Buffer | undefined;
  for (const until = Date.now() + 120_000; Date.now() < until; await sleep(300)) {
    const { status, result, urls } = await suite.state(id);
    if (status === 'FINISHED') return { result, remarks: await remarksOf(suite, id) };
    if (status === 'INTERRUPTED') return { result: 'INTERRUPTED', remarks: await remarksOf(suite, id) };
    if (status !== 'WAITING') continue;
    const next = urls.find((url) => !seen.has(url));
    if (next) {
      seen.add(next);
      await suite.visited(id, next);
      picture = await open(next);
    } else if (picture) await suite.show(id, picture);
  }
  await suite.stop(id);
  return { result: 'TIMEOUT', remarks: await remarksOf(suite, id) };
}

async function remarksOf(suite: Suite, id: string): Promise<string[]> {
  const entries = await suite.log(id);
  return entries
    .filter(({ result }) => result === 'FAILURE' || result === 'WARNING')
    .map(({ result, src, msg }) => `${result}: ${src}: ${msg}`);
}
