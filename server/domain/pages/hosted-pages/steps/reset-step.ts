import { html } from '../../../../http/page.ts';
import { collectSession } from '../../../credentials/enchanted-links/confirm-link.ts';
import { sendPasswordReset } from '../../../credentials/passwords/send-reset.ts';
import { noticeOf } from '../fields.ts';
import { type Flow, type Outcome, problemText, type Step, went } from '../flow.ts';
import { accountOf, formOf, markedCardOf } from '../views.ts';

/** The step after sending a reset link. The page is identical for unknown users. */
export const resetSentStep: Step = {
  needs: 'loginId',
  show(flow) {
    const { words, visit } = flow;
    const { sentTitle: title, sent, number, next } = words.reset;
    const { pending } = visit;
    const goOn = html`<p><strong>${pending && number({ linkId: pending.linkId })}</strong></p>
${formOf(flow, html`<p><button name="confirmed" value="yes">${next}</button></p>`)}`;
    return {
      title,
      body: markedCardOf(
        { icon: 'mail' },
        title,
        noticeOf(problemText(flow)),
        accountOf(flow),
        html`<p class="lead">${sent}</p>`,
        pending && goOn,
      ),
    };
  },
  act: (flow, { confirmed }) => (confirmed && flow.visit.pending ? collect(flow) : send(flow)),
};

async function send(flow: Flow): Promise<Outcome> {
  const { ctx, visit, place, language } = flow;
  await flow.count('message');
  const { pending: _, ...rest } = went(visit);
  const outcome: Outcome = { step: 'reset-sent', visit: rest };
  const asOneLink = !place.isOwn;
  const sent = await sendPasswordReset(ctx, {
    loginId: visit.loginId,
    redirectUrl: place.linkTarget,
    options: { locale: language.tag },
    asOneLink,
    alongside: asOneLink ? await flow.keeping?.(outcome) : undefined,
  });
  if (sent.method === 'magiclink') return outcome;
  const { pendingRef, linkId } = sent;
  return { step: 'reset-sent', visit: { ...rest, pending: { pendingRef, linkId } } };
}

/** Collects the session of an enchanted link after one of its three links was opened on another page or device. */
async function collect(flow: Flow): Promise<Outcome> {
  const { ctx, visit } = flow;
  await flow.count('code');
  const { firstSeen, ...started } = await collectSession(ctx, visit.pending?.pendingRef ?? '');
  return { started, firstSeen, visit: { loginId: visit.loginId, choosing: { by: 'reset', secret: '' } } };
}
