import { html } from '../../../../http/page.ts';
import { qrPng } from '../../../../protocols/totp/qr-png.ts';
import { provisioningUrl } from '../../../../protocols/totp/totp.ts';
import { stranger } from '../../../credentials/challenges/bringer.ts';
import { verifyCode } from '../../../credentials/otp/verify-code.ts';
import { verifyTotp } from '../../../credentials/totp/verify-totp.ts';
import { resumeSession } from '../../../sessions/sessions/resume-session.ts';
import { plainSignInOptions, type SignInOptions } from '../../../sessions/sessions/sign-in-options.ts';
import { codeFieldOf, noticeOf } from '../fields.ts';
import { type Flow, type Outcome, problemText, type Step } from '../flow.ts';
import { offeredMethods } from '../methods.ts';
import { continuing } from '../second-factors.ts';
import { accountOf, cardOf, formOf, linkButtonOf, markedCardOf, otherMethods } from '../views.ts';

/** The step that asks for a code from a message. */
export const codeStep: Step = {
  needs: 'loginId',
  async show(flow) {
    const { words, visit } = flow;
    const { channel = 'email' } = visit;
    const { title, sentBy, label, again } = words.code;
    const [lead, submit] = visit.signUp
      ? [words.signUp.codeSent({ loginId: visit.loginId }), words.signUp.next]
      : [sentBy[channel], words.code.submit];
    const method = channel === 'email' ? 'emailCode' : 'smsCode';
    const form = html`${codeFieldOf({ label, problem: problemText(flow) })}
<p><button>${submit}</button></p>`;
    return {
      title,
      body: cardOf(
        title,
        accountOf(flow),
        html`<p class="lead">${lead}</p>`,
        formOf(flow, form),
        linkButtonOf(flow, { name: 'method', value: method, label: again }),
        otherMethods(flow, await offeredMethods(flow), method),
      ),
    };
  },
  async act(flow, { code = '' }) {
    const { ctx, visit } = flow;
    await flow.count('code');
    const { loginId, channel = 'email' } = visit;
    const { firstSeen, ...started } = await verifyCode(ctx, {
      loginId,
      code,
      channel,
      bringer: stranger,
    });
    return { started, firstSeen };
  },
};

/** The step after sending a link, which opens on another page. */
export const linkStep: Step = {
  needs: 'loginId',
  async show(flow) {
    const { words, visit } = flow;
    const { title, lead, again } = words.link;
    return {
      title,
      body: markedCardOf(
        { icon: 'mail' },
        title,
        noticeOf(problemText(flow)),
        accountOf(flow),
        html`<p class="lead">${visit.signUp ? words.signUp.linkSent({ loginId: visit.loginId }) : lead}</p>`,
        linkButtonOf(flow, { name: 'method', value: 'magicLink', label: again }),
        otherMethods(flow, await offeredMethods(flow), 'magicLink'),
      ),
    };
  },
};

export const authenticatorStep: Step = {
  needs: 'loginId',
  async show(flow) {
    const { words } = flow;
    const { title, lead, submit } = words.totp;
    const form = html`${codeFieldOf({ label: words.enrol.label, problem: problemText(flow) })}
<p><button>${submit}</button></p>`;
    return {
      title,
      body: cardOf(
        title,
        accountOf(flow),
        html`<p class="lead">${lead}</p>`,
        formOf(flow, form),
        otherMethods(flow, await offeredMethods(flow), 'totp'),
      ),
    };
  },
  act: (flow, { code }) => verify(flow, code, plainSignInOptions),
};

/** The step that sets up an authenticator, for a sign-up or a signed-in user. */
export const enrolStep: Step = {
  needs: 'totpSecret',
  show(flow) {
    const { words, visit, ctx } = flow;
    const { title, lead, qr, key, label, submit, later } = words.enrol;
    const { totpSecret: secret = '', loginId: account } = visit;
    const png = qrPng(provisioningUrl({ secret, issuer: ctx.project.name, account })).toString('base64');
    const form = html`${codeFieldOf({ label, problem: problemText(flow) })}
<p><button>${submit}</button></p>`;
    return {
      title,
      body: cardOf(
        title,
        html`<p class="lead">${lead}</p>
<img class="qr" src="data:image/png;base64,${png}" alt="${qr}">
<p>${key}: <code class="key">${secret.replace(/.{4}(?=.)/g, '$& ')}</code></p>`,
        formOf(flow, form),
        visit.begun && linkButtonOf(flow, { name: 'skip', value: 'yes', label: later }),
      ),
    };
  },
  async act(flow, { code, skip }) {
    const { begun, awaiting } = flow.visit;
    const handle = begun ?? awaiting;
    if (!handle) return verify(flow, code, plainSignInOptions);
    const { firstSeen } = handle;
    if (skip && begun) return { started: await resumeSession(flow.ctx, begun), firstSeen };
    return { ...(await verify(flow, code, continuing(handle))), firstSeen };
  },
};

async function verify(
  flow: Flow,
  code: string | undefined,
  terms: SignInOptions,
): Promise<Extract<Outcome, { started: unknown }>> {
  const { ctx, visit } = flow;
  await flow.count('code');
  const input = { loginId: visit.loginId, code: code ?? '', terms };
  const { firstSeen, ...started } = await verifyTotp(ctx, input);
  return { started, firstSeen };
}
