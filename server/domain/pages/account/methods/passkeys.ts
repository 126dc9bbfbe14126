import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { momentIn } from '../../../../core/languages/language.ts';
import { type Html, html } from '../../../../http/page.ts';
import { addPasskeyScript } from '../../../../http/page-scripts.ts';
import { removeFactor } from '../../../credentials/accounts/remove-factor.ts';
import { finishUpdate } from '../../../credentials/passkeys/finish-update.ts';
import { listPasskeys } from '../../../credentials/passkeys/list-passkeys.ts';
import { maxPasskeys, type Passkey } from '../../../credentials/passkeys/passkey.ts';
import { relyingPartyOf } from '../../../credentials/passkeys/relying-party.ts';
import { startUpdate } from '../../../credentials/passkeys/start-update.ts';
import type { Form } from '../../hosted-pages/open-flow.ts';
import type { Account, Outcome, Self } from '../account.ts';
import { formOf, partOf } from '../layout.ts';

export async function passkeysPart(account: Account): Promise<Html | undefined> {
  const { ctx, user, words } = account;
  const passkeys = await listPasskeys(ctx, user.id);
  const canAdd = offersPasskeys(ctx) && passkeys.length < maxPasskeys;
  if (passkeys.length === 0 && !canAdd) return undefined;
  const { title, lead } = words.passkeys;
  const items = html`<ul class="items">
${passkeys.map((passkey) => itemOf(account, passkey))}</ul>`;
  return partOf(
    title,
    html`<p>${lead}</p>`,
    passkeys.length > 0 && items,
    canAdd && account.isRecent && addForm(account),
  );
}

function itemOf(account: Account, { id, device, createdAt, backupEligible, rpId }: Passkey): Html {
  const { words, language, isRecent } = account;
  const { devices, synced, created, remove } = words.passkeys;
  const name = devices[Object.hasOwn(devices, device) ? (device as keyof typeof devices) : 'Unknown'];
  const form = formOf(
    account,
    html`<input type="hidden" name="remove" value="${id}">
<button class="quiet" aria-label="${remove}: ${name}, ${momentIn(language, createdAt)}">${remove}</button>`,
  );
  return html`<li class="item"><div><p><strong>${name}</strong></p>
<p class="hint">${rpId}${backupEligible && html` · ${synced}`}<br>${created} ${momentIn(language, createdAt)}</p></div>
${isRecent && form}</li>
`;
}

/** Renders the form, which the script shows if the browser supports passkeys. It is sent twice: for the options, then with the passkey. */
function addForm(account: Account): Html {
  const { add, failed } = account.words.passkeys;
  const content = html`<input type="hidden" name="transactionId">
<input type="hidden" name="response">
<p class="error" role="alert" hidden>${failed}</p>
<p><button class="quiet">${add}</button></p>`;
  return html`<div id="add-passkey" hidden>
${formOf(account, content)}
</div>
${addPasskeyScript}`;
}

export async function actOnPasskeys(
  { ctx, user, count }: Self,
  { remove, start, transactionId = '', response = '' }: Form,
  origin = originOf(ctx),
): Promise<Outcome> {
  if (remove) {
    await removeFactor(ctx, user.id, { factor: 'passkey', credentialId: remove, keepsAccess: true });
    return { done: 'passkeyRemoved' };
  }
  if (start) {
    await count('passkeyStart');
    const loginId = user.loginIds[0] ?? '';
    const wanted = { loginId, origin, wishes: {}, mfa: false };
    const { transactionId, options } = await startUpdate(ctx, wanted);
    return { data: { transactionId, options } };
  }
  await count('code');
  await finishUpdate(ctx, { transactionId, response });
  return { done: 'passkeyAdded' };
}

/** Reports whether passkeys can be created here. Excludes projects whose passkeys belong to a domain that this page is not on. */
function offersPasskeys(ctx: ProjectContext): boolean {
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
