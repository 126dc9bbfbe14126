import { expect } from 'vitest';
import type { ActionName } from '../../server/domain/pages/flows/definitions/actions.ts';
import type { FlowDefinition, Interaction } from '../../server/domain/pages/flows/definitions/flow.ts';
import { idpInitiated } from '../../server/domain/pages/flows/definitions/shared-screens.ts';
import { FlowBrowser, page } from '../flows.ts';
import type { Latchkey } from '../harness.ts';
import type { Arrangement } from './arrangements.ts';
import { inputs, linkTo, wrongFor } from './inputs.ts';
import type { OtherSites } from './other-sites.ts';
import { foreignOrigin, type People, type Person } from './people.ts';
import {
  fetchScreen,
  interactionOfButton,
  interactionsOf,
  missingIn,
  type ScreenHtml,
  shownButtons,
} from './screen-html.ts';
import type { Situation } from './situation.ts';

/** The interactions that the component sends by itself, or that belong to a field. */
const ofComponent = ['submit', 'polling', idpInitiated];
/** The parts of an answer that nobody may see before the end. */
const tokens = /"(?:session|refresh)Jwt"|eyJhbGci/;

/** The project in which people walk. */
export interface Place {
  latchkey: Latchkey;
  people: People;
  sites: OtherSites;
  /** The screens that were fetched under the present settings. */
  screens: Map<string, ScreenHtml>;
}

/** One person on the way through one flow. */
export class Run implements Situation {
  readonly latchkey: Latchkey;
  readonly person: Person;
  readonly #place: Place;
  readonly #flow: FlowDefinition;
  readonly arrangement: Arrangement;
  #browser: FlowBrowser;
  /** The shown screen, also while the browser is elsewhere. */
  screen = '';
  html: ScreenHtml = { buttons: [], fields: [], needs: [] };
  /** Where the browser has gone: to another site, or into its dialog for passkeys. */
  // biome-ignore lint/suspicious/noExplicitAny: the options of a passkey.
  pending: { url?: string; webauthn?: any; creates?: boolean } | undefined;
  /** The user is no longer as the arrangement wants them. */
  isChanged: boolean;
  /** The purpose beside that of the screens: the choice of a new password. */
  phase = '';
  #isOtherPolicy = false;

  constructor(place: Place, flow: FlowDefinition, arrangement: Arrangement, person: Person) {
    this.#place = place;
    this.latchkey = place.latchkey;
    this.#flow = flow;
    this.arrangement = arrangement;
    this.person = person;
    this.#browser = this.#newBrowser();
    this.isChanged = Boolean(
      arrangement.isNew || arrangement.hasUnverifiedAddresses || arrangement.trustsDevice,
    );
  }

  #newBrowser(): FlowBrowser {
    const browser = new FlowBrowser(this.latchkey);
    browser.deviceToken = this.person.deviceToken;
    return browser;
  }

  // biome-ignore lint/suspicious/noExplicitAny: the state of any screen.
  get state(): any {
    return this.#browser.at.screen.state;
  }

  /** Tells apart what a person can do here. */
  get key(): string {
    const { componentsState = {} } = this.state;
    const away = this.pending ? (this.pending.url ? ' away' : ' in the dialog') : '';
    return `${this.screen}${away}${this.isSigningUp ? ' signing up' : ''}${this.phase} without ${Object.keys(componentsState).sort().join()}`;
  }

  get isAtStart(): boolean {
    return this.screen === this.#flow.start && !this.pending;
  }

  get isSigningUp(): boolean {
    return this.state.form?.name !== undefined;
  }

  async start(): Promise<string> {
    const { latchkey } = this;
    const isOfSession = this.#flow.session && this.person.refreshJwt && !this.arrangement.isSignedOut;
    await this.#browser.start(this.#flow.id, {
      options: this.arrangement.options ?? {},
      input: this.#origin(),
      ...(isOfSession && { bearer: `${latchkey.projectId}:${this.person.refreshJwt}` }),
    });
    await this.#arrive(this.#browser.at);
    const { start, startsAt = [] } = this.#flow;
    expect([start, ...startsAt], this.#flow.id).toContain(this.screen);
    return this.screen;
  }

  /** Lists what the person, or the component, can do here. */
  get choices(): [string, Interaction][] {
    const all = Object.entries(interactionsOf(this.#flow, this.screen)).filter(
      ([, { does }]) => !this.arrangement.leavesOut?.includes(does) && (inputs[does]?.can?.(this) ?? true),
    );
    if (this.pending) return all.filter(([name]) => name === 'submit');
    const shown = shownButtons(this.html, this.state).map(interactionOfButton);
    return all.filter(([name, { does }]) =>
      ofComponent.includes(name) ? does !== 'comeBack' : shown.includes(name),
    );
  }

  /** Makes a mistake in an interaction, which must be refused on the same screen. Returns whether one can be made. */
  async err(name: string, { does }: Interaction): Promise<boolean> {
    const input = this.pending?.url ? undefined : await wrongFor(does, this);
    if (!input) return false;
    const { screen, pending } = this;
    const body = await this.#browser.press(name, { ...this.#origin(), ...input });
    const where = `${this.#flow.id}: ${screen}.${name} with ${JSON.stringify(input).slice(0, 100)}`;
    expect([body.action, body.screen?.id], where).toEqual(['screen', screen]);
    expect(body.screen.state.errorText, where).toMatch(/\w/);
    expect(JSON.stringify(body), where).not.toMatch(tokens);
    this.pending = pending;
    return true;
  }

  /** Takes an interaction as it is meant, and returns its result. `repeats`: the request is sent a second time. */
  async take(name: string, { does, to }: Interaction, { repeats = false } = {}): Promise<string> {
    const where = `${this.#flow.id}: ${this.screen}.${name}`;
    if (does === 'poll') return this.#waitForOtherBrowser(name);
    if (does === 'beginWithCode') return this.#beginElsewhere(to);
    const { nextPolicy, nextBefore } = this.arrangement;
    const comesNow = nextBefore?.includes(does) ?? (furtherProofs.includes(does) && this.#isFurther());
    if (nextPolicy && !this.#isOtherPolicy && comesNow) {
      this.#isOtherPolicy = true;
      await this.#place.people.demand(this.person.typed, nextPolicy);
    }
    const input = (await inputs[does]?.right(this)) ?? {};
    const typed = Object.keys(input).filter((field) => !notTyped.includes(field));
    expect(this.html.fields, where).toEqual(expect.arrayContaining(typed));
    const button = name === 'provider' ? this.html.buttons.find((id) => id.startsWith('provider-')) : name;
    const request = this.#browser.request(button ?? name, { ...this.#origin(), ...input });
    const nonce = [...this.#browser.nonces.values()].at(-1);
    this.phase = phaseAfter(this.screen, this.phase);
    const before = { screen: this.screen, loginId: this.state.form?.loginId ?? '' };
    const sent = await this.#browser.send(request, nonce);
    const { body } = sent;
    expect(sent.status, `${where} ${JSON.stringify(body)}`).toBe(200);
    if (repeats) {
      const again = await this.#browser.send(request, nonce);
      expect([JSON.stringify(again.body), again.nonce], where).toEqual([JSON.stringify(body), sent.nonce]);
    }
    this.isChanged ||= changing.includes(does) || this.#isOtherPolicy;
    const result = await this.#arrive(body);
    // A new authenticator belongs to a new account, or to one that has none yet.
    if (this.screen === 'set-up-authenticator') this.isChanged = true;
    expect(body.screen?.state.errorText, `${where}, ${this.arrangement.name}`).toBeUndefined();
    expect(to, `${where}, ${this.arrangement.name}`).toContain(result);
    if (does === 'goBack') expect(this.state.form.loginId ?? '', where).toBe(before.loginId);
    return result;
  }

  /** Reads the answer, which must be right for whatever it is. */
  // biome-ignore lint/suspicious/noExplicitAny: the body of an answer.
  async #arrive(body: any): Promise<string> {
    const where = `${this.#flow.id}: ${body.screen?.id}, ${this.arrangement.name}`;
    const signsIn = body.status === 'completed';
    expect(Boolean(body.authInfo), where).toBe(signsIn);
    if (!signsIn) expect(JSON.stringify(body), where).not.toMatch(tokens);
    if (signsIn) {
      expect(body.authInfo.claims, where).toMatchObject({ amr: expect.any(Array) });
      this.isChanged ||= Boolean(this.#flow.asksFirst);
      return 'done';
    }
    if (body.action === 'redirect') {
      this.pending = { url: body.redirect.url };
      return 'otherSite';
    }
    this.screen = body.screen.id;
    if (body.action === 'webauthnGet' || body.action === 'webauthnCreate') {
      this.pending = { webauthn: body.webauthn, creates: body.action === 'webauthnCreate' };
      return 'passkeyDialog';
    }
    this.pending = undefined;
    expect(Object.keys(this.#flow.screens), where).toContain(this.screen);
    this.html = await this.#fetch(this.screen);
    const shown = new Set(shownButtons(this.html, this.state).map(interactionOfButton));
    const declared = Object.keys(interactionsOf(this.#flow, this.screen));
    expect(
      [...shown].filter((id) => !declared.includes(id)),
      where,
    ).toEqual([]);
    expect(missingIn(this.html, this.state), where).toEqual([]);
    return this.screen;
  }

  async #fetch(id: string): Promise<ScreenHtml> {
    const { screens } = this.#place;
    const known = screens.get(id) ?? (await fetchScreen(this.latchkey, id));
    screens.set(id, known);
    return known;
  }

  /** Opens the link in another browser, which signs in there. Then this one is told. */
  async #waitForOtherBrowser(name: string): Promise<string> {
    expect(await this.#browser.press(name)).toMatchObject({ action: 'poll' });
    const other = new FlowBrowser(this.latchkey);
    const { body } = await other.open(await linkTo(this));
    const setsPassword = body.screen.id === 'set-password';
    const done = setsPassword
      ? await other.press('setPassword', await inputs.setPassword?.right(this))
      : await other.press('signIn');
    expect(done.status).toBe('completed');
    this.isChanged = true;
    return this.#arrive(await this.#browser.press(name));
  }

  /** Opens the page from the identity provider, without a request of ours. */
  async #beginElsewhere(to: readonly string[]): Promise<string> {
    const where = `${this.#flow.id}: ${this.screen}.${idpInitiated}, ${this.arrangement.name}`;
    const exchangeCode = this.arrangement.refuses
      ? 'nothing'
      : codeIn(await this.#place.sites.unsolicited(this.person));
    this.#browser = this.#newBrowser();
    const input = { ...this.#origin(), exchangeCode, idpInitiated: true };
    const options = this.arrangement.options ?? {};
    const { status, body } = await this.#browser.start(this.#flow.id, { input, options });
    expect([status, body.screen?.state.errorText], where).toEqual([200, undefined]);
    const result = await this.#arrive(body);
    expect(to, where).toContain(result);
    return result;
  }

  /** Signs in at the other site, or is refused there, and returns what the browser brings back. */
  async comeBackFromSite(): Promise<object> {
    const { person, pending: { url = '' } = {} } = this;
    if (this.arrangement.refuses) return { exchangeError: 'denied' };
    const { organization, provider } = this.#place.sites;
    const location = await (this.screen === 'organization' ? organization : provider)(url, person);
    expect(location.startsWith(page), location).toBe(true);
    return { exchangeCode: codeIn(location) };
  }

  /** Reports whether the shown screen proves or adds a further factor. */
  #isFurther(): boolean {
    const { screen } = this;
    const isAdding = screen === 'set-up-authenticator' || screen === 'add-passkey';
    return screen.startsWith('second-factor') || isAdding;
  }

  #origin(): object {
    return this.arrangement.isOnForeignPage ? { origin: foreignOrigin } : {};
  }
}

function codeIn(location: string): string {
  const code = new URL(location, page).searchParams.get('code');
  if (!code) throw new Error(`the browser brings back ${location}`);
  return code;
}

/** The parts of an input that no field has. */
const notTyped = ['transactionId', 'response', 'exchangeCode', 'exchangeError', 'token'];
const furtherProofs: readonly ActionName[] = ['proveFactor', 'verifyCode', 'comeBack'];
const changing: readonly ActionName[] = [
  'setPassword',
  'replacePassword',
  'signUpWithPassword',
  'createPasskey',
  'addSms',
  'addEmail',
];

/** A new password is chosen after the second factor, which the same screens ask for as in a sign-in. */
export function phaseAfter(screen: string, phase: string): string {
  return phase || (screen === 'set-password' ? ' with a new password' : '');
}
