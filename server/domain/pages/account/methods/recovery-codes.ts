import { type Html, html } from '../../../../http/page.ts';
import { fieldsScript } from '../../../../http/page-scripts.ts';
import { removeFactor } from '../../../credentials/accounts/remove-factor.ts';
import { countRecoveryCodes, createRecoveryCodes } from '../../../credentials/recovery-codes/create-codes.ts';
import { copyButtonOf } from '../../hosted-pages/fields.ts';
import type { Form } from '../../hosted-pages/open-flow.ts';
import { type Account, type Outcome, pathOf, type Self } from '../account.ts';
import { formOf, partOf } from '../layout.ts';

export async function recoveryCodesPart(account: Account): Promise<Html | undefined> {
  const { ctx, user, words } = account;
  const { title, left, none, create, replace, remove } = words.recoveryCodes;
  const count = await countRecoveryCodes(ctx, { userId: user.id });
  // They complete a sign-in as its second factor, so they say nothing to a user without one.
  if (count === 0 && !user.hasTotp && !user.hasPasskey) return undefined;
  const form = () =>
    formOf(
      account,
      html`<input type="hidden" name="method" value="recoveryCodes">
<p><button name="do" value="create" class="quiet">${count > 0 ? replace : create}</button>
${count > 0 && html`<button name="do" value="remove" class="quiet">${remove}</button>`}</p>`,
    );
  return partOf(title, html`<p>${count > 0 ? left({ count }) : none}</p>`, account.isRecent && form());
}

export function createOwnCodes({ ctx, user }: Pick<Self, 'ctx' | 'user'>): Promise<string[]> {
  return createRecoveryCodes(ctx, user.loginIds[0] ?? '');
}

export async function removeOwnCodes({ ctx, user }: Pick<Self, 'ctx' | 'user'>): Promise<Outcome> {
  await removeFactor(ctx, user.id, { factor: 'recoveryCodes' });
  return { done: 'codesRemoved' };
}

export async function actOnRecoveryCodes(account: Account, form: Form): Promise<Outcome> {
  const { ctx, words } = account;
  if (form['do'] === 'remove') return removeOwnCodes(account);
  const codes = await createOwnCodes(account);
  const { title, shown, download, print, goOn } = words.recoveryCodes;
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(fileOf(ctx.project.name, codes))}`;
  const body = partOf(
    title,
    html`<p>${shown}</p>`,
    html`<ul class="codes" id="recovery-codes">${codes.map(
      (code) => html`<li><code>${code}</code></li>
`,
    )}</ul>`,
    html`<p class="actions">${copyButtonOf('recovery-codes', words.recoveryCodes, title)}
<a class="button quiet" href="${file}" download="recovery-codes.txt">${download}</a>
<button type="button" class="quiet" data-prints hidden>${print}</button></p>
${fieldsScript}`,
    html`<p><a class="button" href="${pathOf(ctx.project.id, 'sign-in')}">${goOn}</a></p>`,
  );
  return { view: { title, body } };
}

const fileOf = (project: string, codes: string[]): string => [project, '', ...codes, ''].join('\r\n');
