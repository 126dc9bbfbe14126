import { type Html, html } from '../../../../http/page.ts';
import { qrPng } from '../../../../protocols/totp/qr-png.ts';
import { provisioningUrl } from '../../../../protocols/totp/totp.ts';
import { removeFactor } from '../../../credentials/accounts/remove-factor.ts';
import { startTotpUpdate } from '../../../credentials/totp/start-totp.ts';
import { confirmTotpUpdate } from '../../../credentials/totp/verify-totp.ts';
import { codeFieldOf } from '../../hosted-pages/fields.ts';
import type { Form } from '../../hosted-pages/open-flow.ts';
import type { Account, Outcome, Self } from '../account.ts';
import { formOf, partOf } from '../layout.ts';

const method = html`<input type="hidden" name="method" value="totp">`;

export function totpPart(account: Account): Html {
  const { user, words, kept } = account;
  const { title, isSet, isNotSet, add, replace, remove } = words.totp;
  const forms = () =>
    kept.totpSecret
      ? enrolment(account, kept.totpSecret)
      : formOf(
          account,
          html`${method}
<p><button name="do" value="start" class="quiet">${user.hasTotp ? replace : add}</button>
${user.hasTotp && html`<button name="do" value="remove" class="quiet">${remove}</button>`}</p>`,
        );
  return partOf(title, html`<p>${user.hasTotp ? isSet : isNotSet}</p>`, account.isRecent && forms());
}

/** Renders the secret, and the form that proves that the app has it. The current authenticator works until then. */
function enrolment(account: Account, secret: string): Html {
  const { ctx, user, words, language } = account;
  const { lead, qr, key, label } = language.texts.hostedPages.enrol;
  const url = provisioningUrl({ secret, issuer: ctx.project.name, account: user.loginIds[0] ?? '' });
  return html`<p>${lead}</p>
<img class="qr" src="data:image/png;base64,${qrPng(url).toString('base64')}" alt="${qr}">
<p>${key}: <code class="key">${secret.replace(/.{4}(?=.)/g, '$& ')}</code></p>
${formOf(
  account,
  html`${method}
${codeFieldOf({ label })}
<p><button>${words.totp.confirm}</button></p>`,
)}
${formOf(account, html`${method}<p><button name="do" value="cancel" class="quiet">${words.cancel}</button></p>`)}`;
}

export async function actOnTotp({ ctx, user, count }: Self, form: Form): Promise<Outcome> {
  const loginId = user.loginIds[0] ?? '';
  switch (form['do']) {
    case 'start':
      return { keep: { totpSecret: (await startTotpUpdate(ctx, loginId)).secret } };
    case 'cancel':
      return { keep: {} };
    case 'remove':
      await removeFactor(ctx, user.id, { factor: 'totp', keepsAccess: true });
      return { done: 'totpRemoved' };
    default:
      await count('code');
      await confirmTotpUpdate(ctx, { loginId, code: form['code'] ?? '' });
      return { done: 'totpAdded' };
  }
}
