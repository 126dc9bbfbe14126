import { html } from '../../../../http/page.ts';
import type { Fields, View } from '../../account/account.ts';
import { partOf } from '../../account/layout.ts';
import { checksOf, formOf } from '../layout.ts';
import { givableRoles } from '../members-data.ts';
import { reasonOf } from '../problems.ts';
import { keptValue, type Outcome, pathOf, type TenantPage } from '../tenant-page.ts';

/** The largest number of addresses in one form. */
const most = 50;

/** Renders the form that invites people. */
export async function invitePart(page: TenantPage) {
  const { words, refused } = page;
  const { emails, emailsHint, roles, rolesHint, submit } = words.invite;
  const chosen = new Set(refused?.form.all('roleNames'));
  const choices = (await givableRoles(page)).map((value) => ({ value, isChecked: chosen.has(value) }));
  return partOf(
    words.overview.inviteTitle,
    formOf(
      page,
      { act: 'invite', section: 'members' },
      html`<div class="field"><label for="email">${emails}</label>
<textarea id="email" name="email" rows="2" required autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="email-hint">${keptValue(page, 'email')}</textarea>
<p class="hint" id="email-hint">${emailsHint({ most })}</p></div>
${choices.length > 0 && checksOf({ name: 'roleNames', legend: roles, hint: rolesHint }, choices)}
<p><button>${submit}</button></p>`,
    ),
  );
}

/** Invites each address by itself, so that one that is refused does not stop the others. */
export async function invite(page: TenantPage, { one, all }: Fields): Promise<Outcome> {
  const { words, language, call } = page;
  const addresses = addressesIn(one['email'] ?? '');
  if (addresses.length === 0) return { problem: words.invite.nobody };
  if (addresses.length > most) return { problem: words.invite.tooMany({ count: addresses.length, most }) };
  const roleNames = all('roleNames');
  const results: { address: string; problem?: string }[] = [];
  for (const address of addresses) {
    if (!address.includes('@')) {
      results.push({ address, problem: words.problems.invalidEmail });
      continue;
    }
    const input = { loginId: address, email: address, invite: true, sendMail: true, roleNames };
    try {
      await call('management.user.create', input);
      results.push({ address });
    } catch (error) {
      results.push({ address, problem: reasonOf(language, error) });
    }
  }
  return { view: resultView(page, results) };
}

/** Returns the addresses of a text, each once. */
function addressesIn(text: string): string[] {
  const found = new Map<string, string>();
  for (const address of text.split(/[\s,;]+/)) if (address) found.set(address.toLowerCase(), address);
  return [...found.values()];
}

function resultView(page: TenantPage, results: { address: string; problem?: string }[]): View {
  const { words } = page;
  const { resultTitle, address, result, sent } = words.invite;
  const rows = results.map(
    (one) => html`<tr><td>${one.address}</td><td>${
      one.problem
        ? html`<span class="state caution">${one.problem}</span>`
        : html`<span class="state good">${sent}</span>`
    }</td></tr>
`,
  );
  return {
    title: resultTitle,
    body: html`<section>
<table><thead><tr><th scope="col">${address}</th><th scope="col">${result}</th></tr></thead>
<tbody>${rows}</tbody></table>
<p><a class="button quiet" href="${pathOf(page, 'members')}">${words.back}</a></p>
</section>`,
  };
}
