import { ServiceError } from '../../../../core/errors.ts';
import type { Texts } from '../../../../core/languages/texts.ts';
import { type Html, html } from '../../../../http/page.ts';
import { replacePassword } from '../../../credentials/passwords/change-password.ts';
import { characterClasses, type PasswordRules, rulesOf } from '../../../credentials/passwords/rules.ts';
import { signInWithPassword } from '../../../credentials/passwords/sign-in.ts';
import { signUpWithPassword } from '../../../credentials/passwords/sign-up.ts';
import { plainSignInOptions } from '../../../sessions/sessions/sign-in-options.ts';
import { hiddenUsername, passwordFieldOf } from '../fields.ts';
import { type Flow, type Outcome, problemText, type Step, urlOf, went } from '../flow.ts';
import { offeredMethods, provesAddress } from '../methods.ts';
import { accountOf, cardOf, formOf, otherMethods } from '../views.ts';

export const passwordStep: Step = {
  needs: 'loginId',
  // Whoever signs up proves the address first, and cannot go around that by the address of this page.
  isOffered: (flow) => !provesAddress(flow),
  async show(flow) {
    const { words, visit } = flow;
    const title = visit.signUp ? words.password.newTitle : words.password.title;
    return {
      title,
      body: cardOf(
        title,
        accountOf(flow),
        formOf(flow, visit.signUp ? await newPasswordFields(flow) : passwordFields(flow)),
        visit.signUp ? undefined : forgotForm(flow),
        otherMethods(flow, await offeredMethods(flow), 'password'),
      ),
    };
  },
  act: (flow, { password = '' }) => (flow.visit.signUp ? signUp(flow, password) : signIn(flow, password)),
};

function passwordFields(flow: Flow): Html {
  const { words, visit } = flow;
  return html`${hiddenUsername(visit.loginId)}
${passwordFieldOf(
  {
    name: 'password',
    label: words.password.label,
    autocomplete: 'current-password',
    isFirst: true,
    problem: problemText(flow),
    beside: html`<button form="forgot" class="link">${words.password.forgot}</button>`,
  },
  words.password,
)}
<p><button>${words.password.submit}</button></p>`;
}

async function newPasswordFields(flow: Flow): Promise<Html> {
  const { words, visit, ctx } = flow;
  return html`${hiddenUsername(visit.loginId)}
${newPasswordField(words, await rulesOf(ctx), { name: 'password', problem: problemText(flow) })}
<p><button>${words.password.create}</button></p>`;
}

export function newPasswordField(
  words: Texts['hostedPages'],
  rules: PasswordRules,
  { name, problem, isFirst = true }: { name: string; problem: string | undefined; isFirst?: boolean },
): Html {
  const field = { name, label: words.password.newLabel, autocomplete: 'new-password', isFirst, problem };
  return passwordFieldOf({ ...field, hint: passwordHint(words, rules) }, words.password);
}

/** Returns the rules in words. */
export function passwordHint(
  { password: { atLeast, needs } }: Texts['hostedPages'],
  rules: Pick<PasswordRules, 'minLength' | (typeof characterClasses)[number]>,
): string {
  return [
    atLeast({ characters: rules.minLength }),
    ...characterClasses.filter((kind) => rules[kind]).map((kind) => needs[kind]),
  ].join(' ');
}

/** The form of the button beside the label, which must not be inside of the other form. */
function forgotForm(flow: Flow): Html {
  return html`<form id="forgot" method="post" action="${urlOf(flow, 'reset-sent')}"></form>`;
}

async function signIn(flow: Flow, password: string): Promise<Outcome> {
  const { ctx, visit } = flow;
  await flow.count('signIn');
  try {
    const started = await signInWithPassword(ctx, {
      loginId: visit.loginId,
      password,
      terms: plainSignInOptions,
    });
    return { started, firstSeen: false };
  } catch (error) {
    // The password was right, but must be replaced.
    if (error instanceof ServiceError && error.code === 'E062909') {
      return { step: 'new-password', visit: went(visit) };
    }
    throw error;
  }
}

async function signUp(flow: Flow, password: string): Promise<Outcome> {
  const { ctx, visit } = flow;
  await flow.count('signUp');
  const { name } = visit.signUp ?? {};
  const details = { ...(name && { name }) };
  const started = await signUpWithPassword(ctx, {
    loginId: visit.loginId,
    password,
    details,
    terms: plainSignInOptions,
  });
  return { started, firstSeen: true };
}

/** The step that replaces a temporary or expired password. */
export const newPasswordStep: Step = {
  needs: 'loginId',
  async show(flow) {
    const { words, visit, ctx } = flow;
    const problem = problemText(flow);
    const isOld = visit.problem?.name === 'wrongPassword' || visit.problem?.name === 'tooMany';
    const form = html`${hiddenUsername(visit.loginId)}
${passwordFieldOf(
  {
    name: 'oldPassword',
    label: words.password.oldLabel,
    autocomplete: 'current-password',
    isFirst: !problem,
    problem: isOld ? problem : undefined,
  },
  words.password,
)}
${newPasswordField(words, await rulesOf(ctx), { name: 'newPassword', isFirst: false, problem: isOld ? undefined : problem })}
<p><button>${words.password.replace}</button></p>`;
    const title = words.password.replaceTitle;
    const lead = html`<p class="lead">${words.password.replaceLead}</p>`;
    return { title, body: cardOf(title, accountOf(flow), lead, formOf(flow, form)) };
  },
  async act(flow, { oldPassword = '', newPassword = '' }) {
    const { ctx, visit } = flow;
    await flow.count('signIn');
    const { loginId } = visit;
    return { started: await replacePassword(ctx, { loginId, oldPassword, newPassword }), firstSeen: false };
  },
};
