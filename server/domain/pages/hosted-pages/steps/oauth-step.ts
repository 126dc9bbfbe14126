import { iconOf } from '../../../../http/icons.ts';
import { type Html, html } from '../../../../http/page.ts';
import { providerLogo } from '../../../../http/provider-logos.ts';
import { listProviders } from '../../../federation/oauth/load-provider.ts';
import { titleOf } from '../../../federation/oauth/provider.ts';
import { startOAuth, startOAuthForOwnPage } from '../../../federation/oauth/start-oauth.ts';
import { noticeOf } from '../fields.ts';
import { type Flow, problemText, type Step, urlOf, went } from '../flow.ts';
import type { ProblemName } from '../problems.ts';
import { cardOf, choiceButton, formOf } from '../views.ts';
import { receiveCode, termsAt } from './receive-code.ts';

/**
 * The step that leads to a provider of the project. The browser returns to this address with a code for the application,
 * which is passed on, or with the kind of a problem, which is shown here.
 */
export const oauthStep: Step = {
  isOffered,
  async show(flow) {
    const { title, lead, other } = flow.words.oauth;
    return {
      title,
      body: cardOf(
        title,
        noticeOf(problemText(flow)),
        html`<p class="lead">${lead}</p>`,
        await providerForm(flow),
        html`<p class="other"><a href="${urlOf(flow, 'start')}">${other}</a></p>`,
      ),
    };
  },
  async act(flow, { provider = '' }) {
    const { ctx, place } = flow;
    await flow.count('ssoStart');
    const { signUp } = ctx.project.settings.hostedPages;
    const request = { provider, redirectUrl: place.returnTo('oauth'), terms: termsAt(place) };
    const intent = signUp ? 'signUpOrIn' : 'signIn';
    const start = place.isOwn ? startOAuthForOwnPage : startOAuth;
    return { url: await start(ctx, intent, request) };
  },
  async receive(flow, { code, err, kind = '' }) {
    const { visit } = flow;
    if (code) return receiveCode(flow, code);
    if (!err) return undefined;
    // Does not show `err` itself, because the author of a link to this page could write anything there.
    const name = problems.get(kind) ?? 'providerBroken';
    return { step: 'oauth', visit: went(visit, { problem: { name, step: 'oauth' } }) };
  },
};

/** The problems by the kind that a provider's refusal has. */
export const problems = new Map<string, ProblemName>([
  ['denied', 'providerDenied'],
  ['conflict', 'providerConflict'],
  ['user', 'providerUser'],
]);

function isOffered({ ctx: { project } }: Pick<Flow, 'ctx'>): boolean {
  return project.settings.hostedPages.signInMethods.includes('oauth');
}

/** More providers stand in two columns, by their names alone. */
const maxInOneColumn = 4;

/** Renders the providers' buttons below the page's own form. */
export async function otherProviders(flow: Flow): Promise<Html | undefined> {
  const form = await providerForm(flow);
  if (!form) return undefined;
  const { heading, signUpHeading } = flow.words.methods;
  return html`<div class="other"><h2>${flow.step === 'sign-up' ? signUpHeading : heading}</h2>
${form}</div>`;
}

export async function providerForm(flow: Flow): Promise<Html | undefined> {
  const { ctx, words } = flow;
  if (!isOffered(flow)) return undefined;
  const providers = await listProviders(ctx);
  const ready = providers.filter(({ enabled, settings }) => enabled && settings.clientId !== '');
  if (ready.length === 0) return undefined;
  const hasTwoColumns = ready.length > maxInOneColumn;
  const buttons = ready.map((provider) =>
    choiceButton({
      name: 'provider',
      value: provider.id,
      label: words.oauth.go({ provider: titleOf(provider) }),
      icon: providerLogo(provider.id) ?? iconOf('login'),
      ...(hasTwoColumns && { shownLabel: titleOf(provider) }),
    }),
  );
  const form = formOf(flow, html`${buttons}`, 'oauth');
  return hasTwoColumns ? html`<div class="two-columns">${form}</div>` : form;
}
