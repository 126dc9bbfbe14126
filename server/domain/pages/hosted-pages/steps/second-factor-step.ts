import { iconOf } from '../../../../http/icons.ts';
import { type Html, html } from '../../../../http/page.ts';
import { verifyCode } from '../../../credentials/otp/verify-code.ts';
import { finishSignIn } from '../../../credentials/passkeys/finish-sign-in.ts';
import { startSignIn } from '../../../credentials/passkeys/start-sign-in.ts';
import { signInWithPassword } from '../../../credentials/passwords/sign-in.ts';
import { signInWithRecoveryCode } from '../../../credentials/recovery-codes/sign-in.ts';
import { verifyTotp } from '../../../credentials/totp/verify-totp.ts';
import type { SignInOptions } from '../../../sessions/sessions/sign-in-options.ts';
import type { StartedSession } from '../../../sessions/sessions/start-session.ts';
import { codeFieldOf, fieldOf, hiddenUsername, noticeOf, passwordFieldOf } from '../fields.ts';
import { type Flow, type Outcome, problemText, type Step, went } from '../flow.ts';
import { factorIcons } from '../method-icons.ts';
import type { PageFactor } from '../page-factor.ts';
import { awaitingOf, continuing, sendFactorCode } from '../second-factors.ts';
import { accountOf, cardOf, choiceButton, formOf, linkButtonOf } from '../views.ts';
import type { Visit } from '../visit.ts';
import { passkeyForm } from './passkey-form.ts';

/** The step that asks for the second factor. The user can choose another of the factors that they have. */
export const secondFactorStep: Step = {
  needs: 'awaiting',
  show(flow) {
    const { words, visit } = flow;
    const { title, lead, noWay } = words.secondFactor;
    const factor = factorOf(flow);
    const problem = problemText(flow);
    if (!factor) return { title, body: cardOf(title, accountOf(flow), noticeOf(problem ?? noWay)) };
    const isField = factor !== 'passkey';
    return {
      title,
      body: cardOf(
        title,
        isField ? undefined : noticeOf(problem),
        accountOf(flow),
        html`<p class="lead">${lead[factor]}</p>`,
        isField
          ? formOf(flow, fieldsOf(flow, factor))
          : passkeyForm(flow, words.passkey, { isMain: true, fields: trustField(flow) }),
        factor === 'email' || factor === 'sms'
          ? linkButtonOf(flow, { name: 'factor', value: factor, label: words.code.again })
          : undefined,
        otherFactors(flow, askableFactors(visit), factor),
      ),
    };
  },
  async act(flow, form) {
    const { visit } = flow;
    const chosen = askableFactors(visit).find((method) => method === form['factor']);
    if (chosen) return choose(flow, chosen);
    const factor = factorOf(flow);
    return factor ? prove(flow, factor, form) : { step: flow.step, visit };
  },
};

/** Returns the factor that the page asks for. */
export function factorOf({ visit }: Pick<Flow, 'visit'>): PageFactor | undefined {
  const { chosen, methods } = awaitingOf(visit);
  return chosen ?? methods[0];
}

/**
 * Returns the factors that the user can be asked for. Who has none yet adds an address by its code here, and sets up the others in
 * steps of their own.
 */
export function askableFactors(visit: Visit): PageFactor[] {
  const { methods, enrol } = awaitingOf(visit);
  return enrol ? methods.filter((method) => method === 'email' || method === 'sms') : methods;
}

function fieldsOf(flow: Flow, factor: Exclude<PageFactor, 'passkey'>): Html {
  const { words } = flow;
  return html`${fieldOfFactor(flow, factor)}
${trustField(flow)}<p><button>${words.secondFactor.submit}</button></p>`;
}

function fieldOfFactor(flow: Flow, factor: Exclude<PageFactor, 'passkey'>): Html {
  const { words, visit } = flow;
  const problem = problemText(flow);
  switch (factor) {
    case 'password': {
      const field = { name: 'password', label: words.password.label, autocomplete: 'current-password' };
      return html`${hiddenUsername(visit.loginId)}
${passwordFieldOf({ ...field, isFirst: true, problem }, words.password)}`;
    }
    case 'recoveryCode': {
      const field = { name: 'code', label: words.secondFactor.recoveryCode, autocomplete: 'off' };
      return fieldOf({ ...field, maxLength: 64, isFirst: true, problem });
    }
    default:
      return codeFieldOf({ label: words.enrol.label, problem });
  }
}

function trustField({ words, visit }: Flow): Html | undefined {
  if (!awaitingOf(visit).mayTrust) return undefined;
  const { trust, trustHint } = words.secondFactor;
  return html`<label class="choice"><input type="checkbox" name="trust" value="yes">
<span>${trust}<span class="hint">${trustHint}</span></span></label>
`;
}

/** Renders the buttons for other factors in a form of their own, so that the Enter key presses none of them. */
function otherFactors(flow: Flow, methods: PageFactor[], shown: PageFactor): Html | undefined {
  const others = methods.filter((method) => method !== shown);
  if (others.length === 0) return undefined;
  return html`<div class="other"><h2>${flow.words.secondFactor.heading}</h2>
${factorButtons(flow, others)}</div>`;
}

export function factorButtons(flow: Flow, factors: PageFactor[]): Html {
  const names = flow.words.secondFactor.methods;
  const buttons = factors.map((factor) =>
    choiceButton({ name: 'factor', value: factor, label: names[factor], icon: iconOf(factorIcons[factor]) }),
  );
  return formOf(flow, html`${buttons}`);
}

/** Goes to the page of a factor, and sends its code if it has one. */
export async function choose(flow: Flow, chosen: PageFactor): Promise<Outcome> {
  const { visit } = flow;
  if (chosen === 'email' || chosen === 'sms') await sendFactorCode(flow, chosen);
  return { step: 'second-factor', visit: went(visit, { awaiting: { ...awaitingOf(visit), chosen } }) };
}

async function prove(flow: Flow, factor: PageFactor, form: Record<string, string>): Promise<Outcome> {
  const { ctx, visit, place } = flow;
  const { userId, firstSeen } = awaitingOf(visit);
  const terms = { ...continuing(awaitingOf(visit)), ...(form['trust'] && { trustDevice: true }) };
  if (factor === 'passkey' && form['start']) {
    await flow.count('passkeyStart');
    const input = { loginId: visit.loginId, origin: place.origin, wishes: {}, terms };
    const { transactionId, options } = await startSignIn(ctx, { ...input, signedInUserId: userId });
    return { data: { transactionId, options } };
  }
  await flow.count(factor === 'password' ? 'signIn' : 'code');
  return { started: await proofs[factor](flow, form, terms), firstSeen };
}

type Prove = (flow: Flow, form: Record<string, string>, terms: SignInOptions) => Promise<StartedSession>;

/** The proof by which each factor completes the sign-in. */
const proofs: Record<PageFactor, Prove> = {
  totp: ({ ctx, visit: { loginId } }, { code = '' }, terms) => verifyTotp(ctx, { loginId, code, terms }),
  email: (flow, form) => verifySentCode(flow, 'email', form),
  sms: (flow, form) => verifySentCode(flow, 'sms', form),
  passkey: ({ ctx }, { transactionId = '', response = '' }) => finishSignIn(ctx, { transactionId, response }),
  recoveryCode: ({ ctx, visit: { loginId } }, { code = '' }, terms) =>
    signInWithRecoveryCode(ctx, { loginId, code, terms }),
  password: ({ ctx, visit: { loginId } }, { password = '' }, terms) =>
    signInWithPassword(ctx, { loginId, password, terms }),
};

function verifySentCode(
  { ctx, visit }: Flow,
  channel: 'email' | 'sms',
  { code = '', trust }: Record<string, string>,
): Promise<StartedSession> {
  const { sessionId: id, userId } = awaitingOf(visit);
  const bringer = { session: { id, userId }, isVouchedFor: false };
  const options = { trustDevice: Boolean(trust) };
  return verifyCode(ctx, { loginId: visit.loginId, code, channel, bringer, options });
}
