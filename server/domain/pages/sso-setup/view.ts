import type { ProjectContext } from '../../../core/context.ts';
import { type Language, momentIn } from '../../../core/languages/language.ts';
import type { Texts } from '../../../core/languages/texts.ts';
import { iconOf } from '../../../http/icons.ts';
import { type Html, html, type Page } from '../../../http/page.ts';
import type { OpenSetup } from '../../federation/sso-setup-links/setup-link.ts';
import { setupPage } from './layout.ts';
import { addressWith, identityProviderAddress, type SetupView, tenantNameOf } from './shown.ts';
import { nextStep, type SetupStep, type StepId, stepsOf } from './steps.ts';
import { connectView, providerStepView } from './view-connect.ts';
import { directoryView } from './view-directory.ts';
import { domainsStepView } from './view-domains.ts';
import { mappingStepView } from './view-mapping.ts';
import { testStepView } from './view-test-step.ts';

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
  return html`<div class="card"><section aria-labelledby="finish"><h2 id="finish">${finish.heading}</h2>
${
  isDone
    ? html`<p role="status">${finish.done({ moment: momentIn(language, doneAt) })}</p>`
    : html`<p>${finish.lead}</p>
<form method="post" action="${link.address}"><p><button name="do" value="finish">${finish.button}</button></p></form>`
}</section></div>`;
}
