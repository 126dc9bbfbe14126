import type { ProjectContext } from '../../../core/context.ts';
import { type Language, momentIn } from '../../../core/languages/language.ts';
import type { Texts } from '../../../core/languages/texts.ts';
import { iconOf } from '../../../http/icons.ts';
import { type Html, html, type Page } from '../../../http/page.ts';
import type { ConnectionSettings } from '../../federation/sso/connection.ts';
import type { MappingForm } from '../../federation/sso-setup-links/save-mapping.ts';
import type { SetupProtocol } from '../../federation/sso-setup-links/setup.ts';
import type { OpenSetup } from '../../federation/sso-setup-links/setup-link.ts';
import { setupPage } from './layout.ts';
import type { ProviderId } from './providers.ts';
import { nextStep, type SetupStep, type StepId, stepsOf } from './steps.ts';
import { connectView, providerStepView } from './view-connect.ts';
import { directoryView } from './view-directory.ts';
import { domainsStepView } from './view-domains.ts';
import { mappingStepView } from './view-mapping.ts';
import type { Refused } from './view-settings.ts';
import { testStepView } from './view-test-step.ts';

export interface SetupView {
  language: Language;
  /** The step to show. Absent: where the reader continues. */
  step?: StepId | undefined;
  /** The protocol to show. Absent for the configured one, or the first that is offered. */
  protocol?: SetupProtocol | undefined;
  /** The identity provider whose steps to show. Absent for the one that was chosen. */
  provider?: ProviderId | undefined;
  saved?: boolean;
  /** The form of the identity provider that could not be saved, and the reason. */
  refused?: Refused;
  /** Any other form that was refused. */
  problem?: { reason: string; code: string; domain?: string };
  /** The domain whose record was just looked for, and the texts that were there. */
  looked?: { domain: string; texts: string[] };
  /** A mapping that is not saved: what the form has, and what the settings would be, unless it was refused. */
  draft?: { form: MappingForm; settings?: ConnectionSettings };
  /** The token of the directory, for the only time. */
  token?: string;
}

/** Renders one step, below the list of all. */
export async function setupView(ctx: ProjectContext, setup: OpenSetup, view: SetupView): Promise<Page> {
  const { link, loaded } = setup;
  const { language } = view;
  const words = language.texts.ssoSetup;
  const steps = stepsOf(setup);
  const wanted = view.step ?? (view.provider || view.protocol ? 'connect' : nextStep(steps));
  const step = steps.find(({ id }) => id === wanted)?.id ?? nextStep(steps);
  return setupPage(ctx.project, {
    language,
    title: words.title,
    endsAt: identityProviderAddress(setup),
    body: html`<h1>${words.title}</h1>
<p class="lead">${words.about({ tenant: tenantNameOf(setup), project: ctx.project.name })}</p>
${stepsView(words, { address: link.address, steps, current: step })}
${loaded.connection.settings.awaitsDecision && html`<p class="notice">${words.awaitsDecision}</p>`}
<div class="card">
${await contentOf[step](ctx, setup, view)}
${nextLink(words, { address: link.address, steps, current: step })}
</div>
${step === 'test' && finishView(language, setup)}
${link.held && html`<p class="hint">${words.until({ moment: momentIn(language, link.held.expiresAt) })}</p>`}`,
  });
}

type Content = (ctx: ProjectContext, setup: OpenSetup, view: SetupView) => Promise<Html>;

const contentOf: Record<StepId, Content> = {
  provider: providerStepView,
  connect: connectView,
  test: testStepView,
  domains: domainsStepView,
  mapping: mappingStepView,
  directory: directoryView,
};

interface Place {
  address: string;
  steps: SetupStep[];
  current: StepId;
}

function stepsView(words: Texts['ssoSetup'], { address, steps, current }: Place): Html {
  const items = steps.map(({ id, isDone, isOptional }) => {
    const state = isDone ? words.steps.isDone : isOptional ? words.steps.isOptional : undefined;
    return html`<li${isDone && html` class="is-done"`}><a href="${addressWith(address, { step: id })}"${id === current && html` aria-current="step"`}><i aria-hidden="true">${isDone && iconOf('check')}</i><span>${words.steps[id]}${
      state && html` <small>${state}</small>`
    }</span></a></li>
`;
  });
  return html`<nav class="checklist" aria-label="${words.steps.label}"><ol>
${items}</ol></nav>`;
}

function nextLink(words: Texts['ssoSetup'], { address, steps, current }: Place): Html | undefined {
  const at = steps.findIndex(({ id }) => id === current);
  const next = steps[at + 1];
  // The choice of the identity provider leads on by itself.
  if (!next || (current === 'provider' && !steps[at]?.isDone)) return undefined;
  const isDone = steps[at]?.isDone;
  return html`<p class="next"><a class="button${!isDone && html` quiet`}" href="${addressWith(address, { step: next.id })}">${words.steps.next({ step: words.steps[next.id] })}</a></p>`;
}

/** Offers to say that the setup is complete, to those whom a link brought. */
function finishView(language: Language, { link, loaded }: OpenSetup): Html | undefined {
  const { finish } = language.texts.ssoSetup;
  if (!link.held || loaded.testSucceededAt === 0) return undefined;
  const { doneAt, changedAt } = link.held;
  const isDone = doneAt > 0 && doneAt >= changedAt;
  return html`<section class="card" aria-labelledby="finish"><h2 id="finish">${finish.heading}</h2>
${
  isDone
    ? html`<p role="status">${finish.done({ moment: momentIn(language, doneAt) })}</p>`
    : html`<p>${finish.lead}</p>
<form method="post" action="${link.address}"><p><button name="do" value="finish">${finish.button}</button></p></form>`
}</section>`;
}

/** Returns the page's address with the choices that the reader has made. */
export function addressWith(
  address: string,
  choices: {
    step?: StepId | undefined;
    provider?: string | undefined;
    protocol?: string | undefined;
    saved?: '' | undefined;
  },
): string {
  const query = Object.entries(choices).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return value === '' ? name : `${name}=${encodeURIComponent(value)}`;
  });
  return query.length > 0 ? `${address}?${query.join('&')}` : address;
}

/** Returns the name of the tenant, with that of the connection if it has several. */
export function tenantNameOf({ loaded: { tenant, connection } }: OpenSetup): string {
  return connection.name ? `${tenant.name} (${connection.name})` : tenant.name;
}

/** Returns the address that the test leads to, for the page's policy. */
export function identityProviderAddress({ loaded }: OpenSetup): string | undefined {
  const { protocol, settings } = loaded.connection;
  if (protocol === 'none') return undefined;
  const saml = settings.requestBinding === 'post' ? settings.idpSsoPostUrl : settings.idpSsoUrl;
  return (protocol === 'oidc' ? settings.oidc.authorizationUrl : saml) || undefined;
}
