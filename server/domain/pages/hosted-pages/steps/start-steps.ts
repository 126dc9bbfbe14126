import { typedText } from '../../../../core/typed-text.ts';
import { html } from '../../../../http/page.ts';
import { readLoginId, readSpelling } from '../../../directory/users/identifiers/login-id.ts';
import { findSsoTenant } from '../../../federation/sso/find-tenant.ts';
import { startSso } from '../../../federation/sso/start-sso.ts';
import { canSend, offersPasskeys } from '../availability.ts';
import { fieldOf, noticeOf } from '../fields.ts';
import { type Flow, type Outcome, problemText, type Step, urlOf } from '../flow.ts';
import { addressKindOf, beginMethod, isNamed, offeredMethods, provesAddress } from '../methods.ts';
import type { ProblemName } from '../problems.ts';
import { backTo } from '../target.ts';
import { accountOf, cardOf, formOf, otherMethods, signUpLink } from '../views.ts';
import type { Visit } from '../visit.ts';
import { otherProviders, providerForm } from './oauth-step.ts';
import { passkeyForm } from './passkey-form.ts';
import { receiveCode, termsAt } from './receive-code.ts';

/** The first step, which asks for the login ID. */
export const startStep: Step = {
  async show(flow) {
    const { words, ctx, visit } = flow;
    const { signInMethods } = ctx.project.settings.hostedPages;
    const asksWho = signInMethods.some(isNamed);
    const hasPasskeys = offersPasskeys(flow);
    const title = words.signIn.title({ project: ctx.project.name });
    // Browsers list passkeys in this field, too, once our script has requested them.
    const autocomplete = hasPasskeys ? 'username webauthn' : 'username';
    const form = html`${fieldOf({
      name: 'loginId',
      label: words.signIn.loginId,
      autocomplete,
      isFirst: true,
      value: visit.loginId,
      problem: problemText(flow),
    })}
<p><button>${words.signIn.next}</button></p>`;
    return {
      title,
      body: cardOf(
        title,
        asksWho ? formOf(flow, form) : noticeOf(problemText(flow)),
        hasPasskeys ? passkeyForm(flow, words.passkey, { step: 'passkey' }) : undefined,
        asksWho ? await otherProviders(flow) : await providerForm(flow),
        asksWho ? signUpLink(flow) : undefined,
      ),
    };
  },
  async act(flow, { loginId = '' }) {
    const typed = readSpelling(loginId);
    const { tenantId, signUpOrIn } = flow.visit;
    return goOn(flow, {
      loginId: typed,
      ...(tenantId && { tenantId }),
      ...(signUpOrIn && { signUpOrIn }),
      ...((await hasSso(flow, typed)) && { sso: true }),
    });
  },
};

export const signUpStep: Step = {
  isOffered: ({ ctx }) => ctx.project.settings.hostedPages.signUp,
  async show(flow) {
    const { words, ctx, visit } = flow;
    const title = words.signUp.title({ project: ctx.project.name });
    const form = html`${fieldOf({
      name: 'loginId',
      label: await nameLabel(flow),
      autocomplete: 'username',
      isFirst: true,
      value: visit.loginId,
      problem: problemText(flow),
    })}
${fieldOf({
  name: 'name',
  label: words.signUp.name,
  autocomplete: 'name',
  isOptional: true,
  value: visit.signUp?.name ?? '',
  maxLength: 100,
})}
<p><button>${words.signUp.next}</button></p>`;
    const other = html`<p class="other"><a href="${urlOf(flow, 'start')}">${words.signUp.signIn}</a></p>`;
    return { title, body: cardOf(title, formOf(flow, form), await otherProviders(flow), other) };
  },
  act: (flow, { loginId = '', name = '' }) =>
    goOn(flow, {
      loginId: readLoginId(loginId).written,
      signUp: { name: [...name.trim()].slice(0, 100).join('') },
    }),
};

async function nameLabel({ ctx, words }: Flow): Promise<string> {
  if (!ctx.project.settings.hostedPages.signUpProvesAddress) return words.signIn.loginId;
  return (await canSend(ctx, 'sms')) ? words.signUp.loginId : words.signUp.email;
}

/** Continues with the first suitable method. */
async function goOn(flow: Flow, visit: Visit): Promise<Outcome> {
  const next = { ...flow, visit };
  const [method] = await offeredMethods(next);
  if (method) return beginMethod(next, method);
  const name = provesAddress(next) ? await problemOfAddress(next) : 'noWay';
  return { step: flow.step, visit: { ...visit, problem: { name, step: flow.step } } };
}

/** Returns the reason why no code can be sent to the typed name. */
async function problemOfAddress({ ctx, visit }: Flow): Promise<ProblemName> {
  const { email, phone } = addressKindOf(visit.loginId);
  if (email) return 'cannotSend';
  if (!(await canSend(ctx, 'sms'))) return 'noEmail';
  return phone ? 'cannotSend' : 'noAddress';
}

async function hasSso(flow: Flow, loginId: string): Promise<boolean> {
  const { ctx, visit } = flow;
  if (!ctx.project.settings.hostedPages.signInMethods.includes('sso')) return false;
  return visit.tenantId !== undefined || (await findSsoTenant(ctx, loginId)) !== undefined;
}

export const ssoStep: Step = {
  needs: 'loginId',
  async show(flow) {
    const { words } = flow;
    const { title, lead, go } = words.sso;
    const form = html`<p><button>${go}</button></p>`;
    return {
      title,
      body: cardOf(
        title,
        noticeOf(problemText(flow)),
        accountOf(flow),
        html`<p class="lead">${lead}</p>`,
        formOf(flow, form),
        otherMethods(flow, await offeredMethods(flow), 'sso'),
      ),
    };
  },
  async act(flow) {
    const { ctx, visit, target, place } = flow;
    await flow.count('ssoStart');
    const { loginId, tenantId } = visit;
    const request = { tenant: tenantId || loginId, loginHint: typedText(loginId) };
    // Without a policy, the browser returns to the application itself.
    if (place.isOwn && ctx.project.hasSignInPolicies === false)
      return { url: await startSso(ctx, { ...request, redirectUrl: backTo(target, {}) }) };
    const redirectUrl = place.returnTo('sso');
    const terms = termsAt(place);
    return { url: await startSso(ctx, { ...request, redirectUrl, isOwnPage: place.isOwn, terms }) };
  },
  async receive(flow, { code, err }) {
    if (code) return receiveCode(flow, code);
    // The application shows the reason, as it does without a policy.
    return err ? { url: backTo(flow.target, { err }) } : undefined;
  },
};
