import { iconOf } from '../../../../http/icons.ts';
import { type Html, html } from '../../../../http/page.ts';
import { stranger } from '../../../credentials/challenges/bringer.ts';
import type { CompletedSignIn } from '../../../credentials/challenges/complete.ts';
import { findRecipient } from '../../../credentials/challenges/still-holds.ts';
import { verifyMagicLink } from '../../../credentials/magic-links/verify-link.ts';
import { updatePassword } from '../../../credentials/passwords/change-password.ts';
import { rulesForUser } from '../../../credentials/passwords/rules.ts';
import { setPasswordByLink } from '../../../credentials/passwords/set-by-link.ts';
import { startTotpUpdate } from '../../../credentials/totp/start-totp.ts';
import { asSignedIn, resumeSession } from '../../../sessions/sessions/resume-session.ts';
import { offersPasskeys } from '../availability.ts';
import { hiddenUsername, noticeOf } from '../fields.ts';
import { type Flow, type Outcome, problemText, type Step, went } from '../flow.ts';
import { isByMessage } from '../methods.ts';
import { cardOf, choiceButton, formOf, markedCardOf } from '../views.ts';
import type { Visit } from '../visit.ts';
import { newPasswordField } from './password-steps.ts';

/** The step in which a user with an invitation, a reset or a new account chooses how to sign in from now on. */
export const chooseStep: Step = {
  needs: 'choosing',
  // Not while a sign-in whose link is spent awaits its second factor.
  isOffered: ({ visit }) => Boolean(visit.choosing?.secret || visit.begun),
  async show(flow) {
    const { by } = choosingOf(flow.visit);
    const { title, lead } = wordsFor[by](flow);
    const form = await passwordForm(flow, by);
    return {
      title,
      body: cardOf(
        title,
        form ? undefined : noticeOf(problemText(flow)),
        html`<p class="lead">${lead}</p>`,
        form,
        by === 'reset' && form ? undefined : otherChoices(flow, { isFirst: !form }),
      ),
    };
  },
  async act(flow, { choice, password = '' }) {
    await flow.count('signIn');
    if (choice === 'totp' || choice === 'passkey') return beginAdding(flow, choice);
    if (choice === 'none' && !maySkip(flow)) return { step: flow.step, visit: flow.visit };
    const { firstSeen, ...started } =
      choice === 'none' ? await signIn(flow) : await setPassword(flow, password);
    return { started, firstSeen };
  },
};

type ChoosingBy = NonNullable<Visit['choosing']>['by'];

const wordsFor: Record<ChoosingBy, (flow: Flow) => { title: string; lead: string }> = {
  invite: ({ ctx, words: { invite }, visit: { loginId } }) => ({
    title: invite.title({ project: ctx.project.name }),
    lead: invite.lead({ loginId }),
  }),
  reset: ({ words: { reset }, visit: { loginId } }) => ({
    title: reset.title,
    lead: reset.lead({ loginId }),
  }),
  signUp: ({ words: { signUp }, visit: { loginId } }) => ({
    title: signUp.chooseTitle,
    lead: signUp.confirmed({ loginId }),
  }),
};

async function signIn({ ctx, visit }: Flow): Promise<CompletedSignIn> {
  const { secret } = choosingOf(visit);
  if (secret) return verifyMagicLink(ctx, secret, { bringer: stranger });
  const { firstSeen, ...handle } = begunOf(visit);
  return { ...(await resumeSession(ctx, handle)), firstSeen };
}

/** Sets the password. After a reset this ends every other session of the user. */
async function setPassword(flow: Flow, newPassword: string): Promise<CompletedSignIn> {
  const { ctx, visit } = flow;
  const { secret } = choosingOf(visit);
  if (secret) return setPasswordByLink(ctx, { secret, newPassword });
  const signedIn = await signIn(flow);
  await updatePassword(asSignedIn(ctx, signedIn), { loginId: visit.loginId, newPassword });
  return signedIn;
}

function choosingOf({ choosing }: Visit) {
  if (!choosing) throw new Error('the step needs a link');
  return choosing;
}

function begunOf({ begun }: Visit) {
  if (!begun) throw new Error('the step needs a session');
  return begun;
}

async function passwordForm(flow: Flow, by: ChoosingBy): Promise<Html | undefined> {
  const { words, visit, ctx } = flow;
  const rules = await rulesForUser(ctx, await findUserId(flow));
  const isOffered = by === 'reset' || ctx.project.settings.hostedPages.signInMethods.includes('password');
  if (!rules.isEnabled || !isOffered) return undefined;
  return formOf(
    flow,
    html`${hiddenUsername(visit.loginId)}
${newPasswordField(words, rules, { name: 'password', problem: problemText(flow) })}
${by === 'reset' && html`<p class="hint">${words.reset.endsOthers}</p>`}
<p><button>${by === 'reset' ? words.reset.submit : words.invite.setPassword}</button></p>`,
  );
}

/** Finds the user, and thereby whether the link is still valid. */
async function findUserId({ ctx, visit }: Flow): Promise<string> {
  const { secret } = choosingOf(visit);
  const { id } = secret ? await findRecipient(ctx, secret) : (await resumeSession(ctx, begunOf(visit))).user;
  return id;
}

function otherChoices(flow: Flow, { isFirst }: { isFirst: boolean }): Html {
  const { words, ctx } = flow;
  const hasTotp = ctx.project.settings.hostedPages.signInMethods.includes('totp');
  const { withTotp, without, or } = words.invite;
  const passkey = {
    name: 'choice',
    value: 'passkey',
    label: words.addPasskey.title,
    icon: iconOf('passkey'),
  };
  const totp = { name: 'choice', value: 'totp', label: withTotp, icon: iconOf('phone') };
  const none = isFirst ? words.offerPasskey.later : without;
  const buttons = html`${offersPasskeys(flow) && choiceButton(passkey)}
${hasTotp && choiceButton(totp)}
${maySkip(flow) && html`<button name="choice" value="none" class="quiet">${none}</button>`}`;
  return html`<div class="other">${!isFirst && html`<h2>${or}</h2>`}${formOf(flow, buttons)}</div>`;
}

/** Reports whether a user without a choice can sign in again: a new account needs a method of the project that sends a message. */
function maySkip({ ctx, visit }: Flow): boolean {
  return (
    choosingOf(visit).by !== 'signUp' || ctx.project.settings.hostedPages.signInMethods.some(isByMessage)
  );
}

/** Signs the user in, who then adds an authenticator or a passkey. */
async function beginAdding(flow: Flow, choice: 'totp' | 'passkey'): Promise<Outcome> {
  const { ctx, visit } = flow;
  const signedIn = await signIn(flow);
  if (signedIn.session.awaits) return { started: signedIn, firstSeen: signedIn.firstSeen };
  const { session, tokenId, firstSeen } = signedIn;
  const choosing = { ...choosingOf(visit), secret: '' };
  const next = { choosing, begun: { sessionId: session.id, tokenId, firstSeen } };
  if (choice === 'passkey') return { step: 'add-passkey', visit: went(visit, next) };
  const { secret: totpSecret } = await startTotpUpdate(asSignedIn(ctx, signedIn), visit.loginId);
  return { step: 'enrol', visit: went(visit, { ...next, totpSecret }) };
}

/** The last step if there is no application to return to. */
export const doneStep: Step = {
  show: ({ words }) => ({
    title: words.done.title,
    body: markedCardOf(
      { icon: 'success', look: 'good' },
      words.done.title,
      html`<p class="lead">${words.done.lead}</p>`,
    ),
  }),
};
