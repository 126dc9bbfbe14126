import { html } from '../../../../http/page.ts';
import { finishSignIn } from '../../../credentials/passkeys/finish-sign-in.ts';
import { startSignIn } from '../../../credentials/passkeys/start-sign-in.ts';
import { plainSignInOptions } from '../../../sessions/sessions/sign-in-options.ts';
import { offersPasskeys } from '../availability.ts';
import { noticeOf } from '../fields.ts';
import { problemText, type Step, urlOf } from '../flow.ts';
import { markedCardOf } from '../views.ts';
import { passkeyForm } from './passkey-form.ts';

/** The step that signs in by any passkey that the authenticator has for this page. */
export const passkeyStep: Step = {
  isOffered: offersPasskeys,
  show(flow) {
    const { title, lead, other } = flow.words.passkey;
    return {
      title,
      body: markedCardOf(
        { icon: 'passkey' },
        title,
        noticeOf(problemText(flow)),
        html`<p class="lead">${lead}</p>`,
        passkeyForm(flow, flow.words.passkey),
        html`<p class="other"><a href="${urlOf(flow, 'start')}">${other}</a></p>`,
      ),
    };
  },
  async act(flow, { start, transactionId = '', response = '' }) {
    const { ctx, place } = flow;
    if (start) {
      await flow.count('passkeyStart');
      const wanted = { loginId: '', origin: place.origin, wishes: {}, terms: plainSignInOptions };
      const { transactionId, options } = await startSignIn(ctx, wanted);
      return { data: { transactionId, options } };
    }
    await flow.count('code');
    return { started: await finishSignIn(ctx, { transactionId, response }), firstSeen: false };
  },
};
