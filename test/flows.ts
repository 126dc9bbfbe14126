import { expect } from 'vitest';
import type { Latchkey } from './harness.ts';
import { startLatchkey } from './harness.ts';
import { newestMessageTo } from './messages.ts';

export const password = 'a long sentence with rain in it';
/** The application’s page that has the component. */
export const page = 'https://app.example.com/sign-in';

// biome-ignore lint/suspicious/noExplicitAny: responses are compared, not computed with.
type FlowBody = any;

export interface Sent {
  status: number;
  body: FlowBody;
  nonce: string;
}

interface Started {
  interactionId?: string;
  input?: object;
  options?: object;
  bearer?: string;
}

/**
 * A browser with the component, as the public web SDK behaves: it keeps the newest nonce of each execution, and sends it with the
 * next request.
 */
export class FlowBrowser {
  /** The last answer with a screen or an end. */
  at: FlowBody;
  /** The storage of the browser, which its tabs share. */
  readonly nonces: Map<string, string>;
  /** The token of a browser that the user trusts. */
  deviceToken = '';
  readonly #latchkey: Latchkey;

  constructor(latchkey: Latchkey, nonces = new Map<string, string>()) {
    this.#latchkey = latchkey;
    this.nonces = nonces;
  }

  /** Returns this browser before another instance. */
  in(latchkey: Latchkey): FlowBrowser {
    const browser = new FlowBrowser(latchkey, this.nonces);
    browser.at = this.at;
    return browser;
  }

  async start(flowId: string, { interactionId = '', input = {}, options = {}, bearer }: Started = {}) {
    const body = {
      flowId,
      interactionId,
      componentsVersion: '3.14.1',
      flowVersions: { [flowId]: 1 },
      input: { origin: new URL(page).origin, ...input },
      options: { location: page, locale: 'en-us', startOptionsVersion: 1, ssoAppId: null, ...options },
    };
    return this.#keep(await this.#post('/v1/flow/start', body, { ...(bearer && { bearer }) }));
  }

  /** Presses a button of the shown screen. */
  async press(interactionId: string, input: object = {}): Promise<FlowBody> {
    return (await this.send(this.request(interactionId, input))).body;
  }

  request(interactionId: string, input: object = {}, { executionId, stepId } = this.at) {
    return {
      executionId,
      stepId,
      interactionId,
      version: 1,
      componentsVersion: '3.14.1',
      input: { origin: new URL(page).origin, ...input },
    };
  }

  async send(
    request: { executionId: string; [field: string]: unknown },
    nonce = this.nonces.get(keyOf(request.executionId)) ?? '',
  ): Promise<Sent> {
    const headers = { ...(nonce && { 'x-descope-flow-nonce': nonce }) };
    return this.#keep(await this.#post('/v1/flow/next', request, { headers }));
  }

  /** Opens a link of a message, as the component does with its parameters. */
  async open(link: string): Promise<Sent> {
    const query = new URL(link).searchParams;
    const [executionId = '', stepId = ''] = (query.get('descope-login-flow') ?? '').split('_');
    const input = {
      token: query.get('t') ?? undefined,
      exchangeCode: query.get('code') ?? undefined,
      exchangeError: query.get('err') ?? undefined,
    };
    return this.send({ executionId, stepId, interactionId: 'submit', input });
  }

  async #post(path: string, body: object, options: object): Promise<Sent> {
    const { headers, ...rest } = options as { headers?: Record<string, string> };
    const answer = await this.#latchkey.request('POST', path, {
      body,
      ...rest,
      headers: {
        ...headers,
        ...(this.deviceToken && { 'x-descope-trusted-device-token': this.deviceToken }),
      },
    });
    return { ...answer, nonce: answer.headers.get('x-descope-flow-nonce') ?? '' };
  }

  #keep(sent: Sent): Sent {
    const { body, nonce } = sent;
    if (body.action && body.action !== 'poll') this.at = body;
    if (!nonce) return sent;
    const key = keyOf(body.executionId);
    const known = Number(this.nonces.get(key)?.split('.')[0] ?? -1);
    if (Number(nonce.split('.')[0]) > known) this.nonces.set(key, nonce);
    return sent;
  }
}

function keyOf(executionId: string): string {
  return executionId.split('|#|')[1] ?? '';
}

/** Starts a Latchkey whose project allows the page, and the steps that tests of flows share. */
export async function startFlows(environment: Record<string, string> = {}) {
  const latchkey = await startLatchkey(environment);
  let counter = 0;
  await configure({
    redirectUrls: [page],
    allowedOrigins: [new URL(page).origin],
    hostedPages: { signUp: true },
  });

  async function configure(settings: object) {
    expect((await latchkey.manage('POST', '/v1/mgmt/project/settings', settings)).status).toBe(200);
  }

  /** Sets the methods that screens offer, in this order. */
  function offer(...signInMethods: string[]) {
    return configure({ hostedPages: { signInMethods } });
  }

  function newAddress(): string {
    counter += 1;
    return `user${counter}@example.com`;
  }

  async function makeUser(more: object = {}): Promise<string> {
    const loginId = newAddress();
    const body = { loginId, email: loginId, verifiedEmail: true, ...more };
    expect((await latchkey.manage('POST', '/v1/mgmt/user/create', body)).status).toBe(200);
    await latchkey.manage('POST', '/v1/mgmt/user/password/set/active', { loginId, password });
    return loginId;
  }

  /** Starts a flow and gives the address on its first screen. */
  async function identify(
    loginId: string,
    flowId = 'sign-up-or-in',
    more: object = {},
  ): Promise<FlowBrowser> {
    const browser = new FlowBrowser(latchkey);
    await browser.start(flowId, { interactionId: 'continue', input: { loginId }, ...more });
    return browser;
  }

  return { latchkey, configure, offer, newAddress, makeUser, identify };
}

/** Returns the newest link that was sent to an address. */
export async function linkSentTo(latchkey: Latchkey, to: string): Promise<string> {
  return (await newestMessageTo(latchkey, to)).links.find((link: string) =>
    link.includes('descope-login-flow'),
  );
}
