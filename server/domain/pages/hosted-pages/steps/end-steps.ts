import { iconOf } from '../../../../http/icons.ts';
import { type Html, html } from '../../../../http/page.ts';
import { stranger } from '../../../credentials/challenges/bringer.ts';
import { type CompletedSignIn, findRecipient } from '../../../credentials/challenges/complete.ts';
import { verifyMagicLink } from '../../../credentials/magic-links/verify-link.ts';
import { updatePassword } from '../../../credentials/passwords/change-password.ts';
import { rulesForUser } from '../../../credentials/passwords/rules.ts';
import { setPasswordByLink } from '../../../credentials/passwords/set-by-link.ts';
import { startTotpUpdate } from '../../../credentials/totp/start-totp.ts';
import { asSignedIn, resumeSession } from '../../../sessions/sessions/resume-session.ts';
import { hiddenUsername, noticeOf } from '../fields.ts';
import { type Flow, type Outcome, problemText, type Step, went } from '../flow.ts';
import { cardOf, choiceButton, formOf, markedCardOf } from '../views.ts';
import type { Visit } from '../visit.ts';
import { newPasswordField } from './password-steps.ts';

/** The step in which a user with an invitation or a reset chooses how to sign in from now on. */
export const chooseStep: Step = {
  needs: 'choosing',
  async show(flow) {
    const { words, visit, ctx } = flow;
    const isInvite = visit.choosing?.by === 'invite';
    const title = isInvite ? words.invite.title({ project: ctx.project.name }) : words.reset.title;
    const lead = isInvite
      ? words.invite.lead({ loginId: visit.loginId })
      : words.reset.lead({ loginId: visit.loginId });
    const form = await passwordForm(flow, isInvite);
    return {
      title,
      body: cardOf(
        title,
        form ? undefined : noticeOf(problemText(flow)),
        html`<p class="lead">${lead}</p>`,
        form,
        isInvite || !form ? otherChoices(flow) : undefined,
      ),
    };
  },
  async act(flow, { choice, password = '' }) {
    await flow.count('signIn');
    if (choice === 'totp') return beginEnrolment(flow);
    const { firstSeen, ...started } =
      choice === 'none' ? await signIn(flow) : await setPassword(flow, password);
    return { started, firstSeen };
  },
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

async function passwordForm(flow: Flow, isInvite: boolean): Promise<Html | undefined> {
  const { words, visit, ctx } = flow;
  const rules = await rulesForUser(ctx, await findUserId(flow));
  const isOffered = !isInvite || ctx.project.settings.hostedPages.signInMethods.includes('password');
  if (!rules.isEnabled || !isOffered) return undefined;
  return formOf(
    flow,
    html`${hiddenUsername(visit.loginId)}
${newPasswordField(words, rules, { name: 'password', problem: problemText(flow) })}
${!isInvite && html`<p class="hint">${words.reset.endsOthers}</p>`}
<p><button>${isInvite ? words.invite.setPassword : words.reset.submit}</button></p>`,
  );
}

/** Finds the user, and thereby whether the link is still valid. */
async function findUserId({ ctx, visit }: Flow): Promise<string> {
  const { secret } = choosingOf(visit);
  const { id } = secret ? await findRecipient(ctx, secret) : (await resumeSession(ctx, begunOf(visit))).user;
  return id;
}

function otherChoices(flow: Flow): Html {
  const { words, ctx } = flow;
  const totp = ctx.project.settings.hostedPages.signInMethods.includes('totp');
  const { withTotp: label } = words.invite;
  const buttons = html`${totp && choiceButton({ name: 'choice', value: 'totp', label, icon: iconOf('phone') })}
<button name="choice" value="none" class="quiet">${words.invite.without}</button>`;
  return html`<div class="other"><h2>${words.invite.or}</h2>${formOf(flow, buttons)}</div>`;
}

async function beginEnrolment(flow: Flow): Promise<Outcome> {
  const { ctx, visit } = flow;
  const signedIn = await signIn(flow);
  if (signedIn.session.awaits) return { started: signedIn, firstSeen: signedIn.firstSeen };
  const { secret: totpSecret } = await startTotpUpdate(asSignedIn(ctx, signedIn), visit.loginId);
  const { session, tokenId, firstSeen } = signedIn;
  const choosing = { ...choosingOf(visit), secret: '' };
  const begun = { sessionId: session.id, tokenId, firstSeen };
  return { step: 'enrol', visit: went(visit, { choosing, begun, totpSecret }) };
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
