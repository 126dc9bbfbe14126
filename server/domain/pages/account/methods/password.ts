import { type Html, html } from '../../../../http/page.ts';
import { updatePassword } from '../../../credentials/passwords/change-password.ts';
import { rulesForUser } from '../../../credentials/passwords/rules.ts';
import { hiddenUsername } from '../../hosted-pages/fields.ts';
import type { Form } from '../../hosted-pages/open-flow.ts';
import { newPasswordField } from '../../hosted-pages/steps/password-steps.ts';
import type { Account, Outcome, Self } from '../account.ts';
import { formOf, partOf } from '../layout.ts';

export async function passwordPart(account: Account): Promise<Html | undefined> {
  const { ctx, user, words, language } = account;
  const rules = await rulesForUser(ctx, user.id);
  if (!rules.isEnabled) return undefined;
  const { title, isSet, isNotSet, change, set, endOthers } = words.password;
  const form = () =>
    formOf(
      account,
      html`<input type="hidden" name="method" value="password">
${hiddenUsername(user.loginIds[0] ?? '')}
${newPasswordField(language.texts.hostedPages, rules, { name: 'newPassword', problem: undefined, isFirst: false })}
<p><label class="choice"><input type="checkbox" name="endOthers" value="yes" checked><span>${endOthers}</span></label></p>
<p><button>${user.hasPassword ? change : set}</button></p>`,
    );
  return partOf(title, html`<p>${user.hasPassword ? isSet : isNotSet}</p>`, account.isRecent && form());
}

export async function actOnPassword(
  { ctx, user, count }: Self,
  { newPassword = '', endOthers }: Form,
): Promise<Outcome> {
  await count('signIn');
  const loginId = user.loginIds[0] ?? '';
  await updatePassword(ctx, { loginId, newPassword, revokeOtherSessions: endOthers === 'yes' });
  return { done: 'passwordSet' };
}
