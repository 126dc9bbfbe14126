import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { type Html, html, passkeyScript } from '../../../../http/page.ts';
import { finishSignIn } from '../../../credentials/passkeys/finish-sign-in.ts';
import { relyingPartyOf } from '../../../credentials/passkeys/relying-party.ts';
import { startSignIn } from '../../../credentials/passkeys/start-sign-in.ts';
import { plainSignInOptions } from '../../../sessions/sessions/sign-in-options.ts';
import { noticeOf } from '../fields.ts';
import { type Flow, problemText, type Step, urlOf } from '../flow.ts';
import { cardOf, formOf } from '../views.ts';

/**
 * The step that signs in by any passkey that the authenticator has for this page. The script sends the form twice: first to
 * get the options for the authenticator, then with its answer.
 */
export const passkeyStep: Step = {
  isOffered: offersPasskeys,
  show(flow) {
    const { title, lead, other } = flow.words.passkey;
    return {
      title,
      hasScript: true,
      body: cardOf(
        title,
        noticeOf(problemText(flow)),
        html`<p class="lead">${lead}</p>`,
        passkeyForm(flow),
        html`<p class="other"><a href="${urlOf(flow, 'start')}">${other}</a></p>`,
      ),
    };
  },
  async act(flow, { start, transactionId = '', response = '' }) {
    const { ctx } = flow;
    if (start) {
      await flow.count('passkeyStart');
      const wanted = { loginId: '', origin: originOf(ctx), wishes: {}, terms: plainSignInOptions };
      const { transactionId, options } = await startSignIn(ctx, wanted);
      return { data: { transactionId, options } };
    }
    await flow.count('code');
    return { started: await finishSignIn(ctx, { transactionId, response }), firstSeen: false };
  },
};

/** Reports whether to offer passkeys. Excludes projects whose passkeys belong to a domain that our pages are not on. */
export function offersPasskeys(ctx: ProjectContext): boolean {
  if (!ctx.project.settings.hostedPages.signInMethods.includes('passkey')) return false;
  try {
    relyingPartyOf(ctx, originOf(ctx));
    return true;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

function originOf({ baseUrl }: ProjectContext): string {
  return new URL(baseUrl).origin;
}

/** Renders the form, which the script shows if the browser supports passkeys. */
export function passkeyForm(flow: Flow): Html {
  const { use, none } = flow.words.passkey;
  const content = html`<input type="hidden" name="transactionId">
<input type="hidden" name="response">
<p class="error" role="alert" hidden>${none}</p>
<button class="quiet">${use}</button>`;
  return html`<div id="passkey" hidden>
${formOf(flow, content, 'passkey')}
</div>
${passkeyScript}`;
}
