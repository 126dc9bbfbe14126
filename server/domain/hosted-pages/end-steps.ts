import { type Html, html } from '../../http/page.ts';
import { updatePassword } from '../passwords/change-password.ts';
import { rulesForUser } from '../passwords/rules.ts';
import { asSignedIn, resumeSession } from '../sessions/resume-session.ts';
import type { StartedSession } from '../sessions/start-session.ts';
import { startTotpUpdate } from '../totp/start-totp.ts';
import { hiddenUsername, noticeOf } from './fields.ts';
import { type Flow, type Outcome, problemText, type Step, went } from './flow.ts';
import { newPasswordField } from './password-steps.ts';
import { cardOf, formOf } from './views.ts';

/** How somebody who came by an invitation, or has forgotten the password, wants to sign in from now on. */
export const chooseStep: Step = {
  needs: 'begun',
  async show(flow) {
    const { words, visit, ctx } = flow;
    const isInvite = visit.begun?.by === 'invite';
    const title = isInvite ? words.invite.title(ctx.project.name) : words.reset.title;
    const lead = isInvite ? words.invite.lead(visit.loginId) : words.reset.lead(visit.loginId);
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
  async act(flow, { choice, password = '', endOthers }) {
    const { ctx, visit } = flow;
    if (!visit.begun) throw new Error('the step needs a session');
    const started = await resumeSession(ctx, visit.begun);
    const { firstSeen } = visit.begun;
    if (choice === 'totp') return beginEnrolment(flow, started);
    if (choice === 'none') return { started, firstSeen };
    flow.count('signIn');
    const { loginId } = visit;
    const revokeOtherSessions = endOthers === 'yes';
    await updatePassword(asSignedIn(ctx, started), { loginId, newPassword: password, revokeOtherSessions });
    return { started, firstSeen };
  },
};

async function passwordForm(flow: Flow, isInvite: boolean): Promise<Html | undefined> {
  const { words, visit, ctx } = flow;
  const rules = await rulesOfBegun(flow);
  const isOffered = !isInvite || ctx.project.settings.hostedPages.signInMethods.includes('password');
  if (!rules.isEnabled || !isOffered) return undefined;
  const endOthers = html`<label class="check"><input type="checkbox" name="endOthers" value="yes">
<span>${words.reset.endOthers}</span></label>`;
  return formOf(
    flow,
    html`${hiddenUsername(visit.loginId)}
${newPasswordField(words, rules, { name: 'password', problem: problemText(flow) })}
${!isInvite && endOthers}
<p><button>${isInvite ? words.invite.setPassword : words.reset.submit}</button></p>`,
  );
}

async function rulesOfBegun({ ctx, visit }: Flow) {
  if (!visit.begun) throw new Error('the step needs a session');
  const { user } = await resumeSession(ctx, visit.begun);
  return rulesForUser(ctx, user.id);
}

function otherChoices(flow: Flow): Html {
  const { words, ctx } = flow;
  const totp = ctx.project.settings.hostedPages.signInMethods.includes('totp');
  const buttons = html`${totp && html`<button name="choice" value="totp" class="quiet">${words.invite.withTotp}</button>`}
<button name="choice" value="none" class="quiet">${words.invite.without}</button>`;
  return html`<div class="other"><h2>${words.invite.or}</h2>${formOf(flow, buttons)}</div>`;
}

async function beginEnrolment({ ctx, visit }: Flow, started: StartedSession): Promise<Outcome> {
  const { secret } = await startTotpUpdate(asSignedIn(ctx, started), visit.loginId);
  return { step: 'enrol', visit: went(visit, { totpSecret: secret }) };
}

/** There is nowhere to go to. */
export const doneStep: Step = {
  show: ({ words }) => ({
    title: words.done.title,
    body: cardOf(words.done.title, html`<p class="lead">${words.done.lead}</p>`),
  }),
};
