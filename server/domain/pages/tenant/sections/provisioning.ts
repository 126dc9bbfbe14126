import { tenantAdmin } from '../../../../core/built-in-rights.ts';
import { momentIn } from '../../../../core/languages/language.ts';
import { shownName } from '../../../../core/names.ts';
import { type Html, html } from '../../../../http/page.ts';
import type { Static } from '../../../../http/schema.ts';
import type { shownKey } from '../../../sessions/access-keys/wire.ts';
import type { Fields, View } from '../../account/account.ts';
import { partOf } from '../../account/layout.ts';
import { fieldOf } from '../../hosted-pages/fields.ts';
import { cautiousFormOf, formOf } from '../layout.ts';
import { givableRoles, type RoleWire } from '../members-data.ts';
import { keptValue, type Outcome, pathOf, type Section, type TenantPage } from '../tenant-page.ts';
import { copiedValueOf } from '../value.ts';

type Shown = Static<typeof shownKey>;
type Key = Shown['key'];

/** The tokens with which the tenant's directory provisions its members. */
export const provisioningSection: Section = {
  async show(page): Promise<View> {
    const { words } = page;
    const { title, lead, tokens, empty } = words.provisioning;
    const keys = await loadTokens(page);
    return {
      title,
      body: html`<section><p>${lead}</p>
${baseUrlOf(page)}</section>
${partOf(
  tokens,
  keys.length > 0
    ? html`<ul class="items">
${keys.map((key) => itemOf(page, key))}</ul>`
    : html`<p>${empty}</p>`,
  await createForm(page),
)}`,
    };
  },
  act,
};

async function act(page: TenantPage, { one }: Fields): Promise<Outcome> {
  const { call, words } = page;
  const { id = '', name = '' } = one;
  switch (one['act']) {
    case 'create':
      return tokenView(
        page,
        await call<Shown>('management.accessKey.create', {
          name: name.trim() || words.provisioning.defaultName,
          roleNames: [tenantAdmin.name],
        }),
      );
    case 'rotate':
      return tokenView(page, await call<Shown>('management.accessKey.rotate', { id }));
    case 'revoke':
      await call('management.accessKey.delete', { id });
      return { done: 'tokenRevoked' };
    default:
      return { problem: words.problems.mistake };
  }
}

/** Returns the keys of the tenant with the role of its directory, newest first. Another role of that name is none. */
export async function loadTokens(page: TenantPage): Promise<Key[]> {
  if (!(await findRole(page))) return [];
  const { keys } = await page.call<{ keys: Key[] }>('management.accessKey.searchAll', {
    sort: [{ field: 'createdTime', desc: true }],
  });
  return keys.filter(({ keyTenants }) =>
    keyTenants.some(({ roleNames }) => roleNames.includes(tenantAdmin.name)),
  );
}

/** Finds the built-in role, which a project with an own role of that name does not have. */
async function findRole({ call }: TenantPage): Promise<RoleWire | undefined> {
  const { roles } = await call<{ roles: RoleWire[] }>('management.role.search', {
    roleIds: [tenantAdmin.id],
  });
  return roles.find(({ id }) => id === tenantAdmin.id);
}

function baseUrlOf({ words, ctx }: TenantPage): Html {
  return copiedValueOf(words, {
    id: 'scim-base-url',
    label: words.provisioning.baseUrl,
    value: `${ctx.baseUrl}/scim/v2`,
  });
}

/** Renders the form that creates a token, unless the administrator may not give the role that it needs. */
export async function createForm(page: TenantPage): Promise<Html> {
  const { name, defaultName, create, cannotCreate } = page.words.provisioning;
  const isGivable = (await givableRoles(page)).includes(tenantAdmin.name);
  if (!isGivable || !(await findRole(page))) return html`<p class="hint">${cannotCreate}</p>`;
  const isOwn = page.refused?.form.one['act'] === 'create';
  const value = isOwn ? keptValue(page, 'name') : defaultName;
  return formOf(
    page,
    { act: 'create', section: 'provisioning' },
    html`<div class="row">${fieldOf({ name: 'name', label: name, value, autocomplete: 'off' })}<button>${create}</button></div>`,
  );
}

function itemOf(page: TenantPage, key: Key): Html {
  const { words, language, ctx } = page;
  const texts = words.provisioning;
  const name = shownName(key.name);
  const { id, status, createdTime, lastUsedTime, expireTime } = key;
  const isExpired = expireTime > 0 && expireTime * 1000 <= ctx.now();
  const used =
    lastUsedTime > 0 ? `${texts.lastUsed} ${momentIn(language, lastUsedTime * 1000)}` : texts.neverUsed;
  return html`<li class="item"><div><p><strong>${name}</strong>${
    status === 'inactive' && html` <span class="state caution">${texts.inactive}</span>`
  }${isExpired && html` <span class="state caution">${texts.expired}</span>`}</p>
<p class="hint">${texts.created} ${momentIn(language, createdTime * 1000)}<br>${used}</p></div>
<div class="actions">${cautiousFormOf(
    page,
    { act: 'rotate', fields: { id } },
    { open: texts.rotate, lead: texts.rotateLead, submit: texts.confirmRotate, of: name },
  )}${cautiousFormOf(
    page,
    { act: 'revoke', fields: { id } },
    { open: texts.revoke, lead: texts.revokeLead, submit: texts.confirmRevoke, of: name },
  )}</div></li>
`;
}

/** Shows a token once, in the form in which identity providers send it. */
function tokenView(page: TenantPage, { cleartext }: Shown): Outcome {
  const { words, ctx } = page;
  const { newTitle, newLead, token } = words.provisioning;
  const body = html`<section>
<p class="notice">${newLead}</p>
${baseUrlOf(page)}
${copiedValueOf(words, { id: 'scim-token', label: token, value: `${ctx.project.id}:${cleartext}` })}
<p><a class="button quiet" href="${pathOf(page, 'provisioning')}">${words.back}</a></p>
</section>`;
  return { view: { title: newTitle, body } };
}
