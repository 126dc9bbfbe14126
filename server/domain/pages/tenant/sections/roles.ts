import { shownName } from '../../../../core/names.ts';
import { type Html, html } from '../../../../http/page.ts';
import type { Fields, View } from '../../account/account.ts';
import { partOf } from '../../account/layout.ts';
import { fieldOf } from '../../hosted-pages/fields.ts';
import { cautiousFormOf, checksOf, formOf } from '../layout.ts';
import type { RoleWire } from '../members-data.ts';
import { keptValue, type Outcome, pathOf, type Section, type TenantPage } from '../tenant-page.ts';

/** The roles of the tenant, which the administrator changes, and those of the application. */
export const rolesSection: Section = {
  async show(page): Promise<View> {
    const { query, words } = page;
    const all = await loadRoles(page);
    const own = all.filter(({ tenantId }) => tenantId !== '');
    const changed = own.find(({ id }) => id === query['role']);
    if (changed) return changeView(page, changed);
    const { roles } = words;
    return {
      title: roles.title,
      body: html`<section><p>${roles.lead}</p>
${
  own.length > 0
    ? html`<ul class="items">
${own.map((role) => itemOf(page, role))}</ul>`
    : html`<p>${roles.empty}</p>`
}</section>
${partOf(roles.createTitle, await formOfRole(page, undefined))}
${partOf(
  roles.ofProject,
  html`<p>${roles.ofProjectLead}</p>`,
  html`<ul class="items">
${all.filter(({ tenantId }) => tenantId === '').map((role) => itemOf(page, role))}</ul>`,
)}`,
    };
  },
  act,
};

async function act(page: TenantPage, { one, all }: Fields): Promise<Outcome> {
  const { call, ctx, query, words } = page;
  const { tenantId } = ctx.tenantAdministrator;
  const name = (one['name'] ?? '').trim();
  const details = {
    tenantId,
    description: one['description'] ?? '',
    permissionNames: all('permissionNames'),
    default: one['default'] === 'yes',
  };
  switch (one['act']) {
    case 'create':
      await call('management.role.create', { ...details, name });
      return { done: 'roleCreated' };
    case 'save':
      await call('management.role.update', { ...details, id: query['role'] ?? '', newName: name });
      return { done: 'roleSaved' };
    case 'delete':
      await call('management.role.deleteBatch', { tenantId, roleIds: [one['id'] ?? ''] });
      return { done: 'roleDeleted' };
    default:
      return { problem: words.problems.mistake };
  }
}

async function loadRoles({ call }: TenantPage): Promise<RoleWire[]> {
  return (await call<{ roles: RoleWire[] }>('management.role.search')).roles;
}

/** Returns the names of the permissions that the administrator has. */
async function givablePermissions({ call }: TenantPage): Promise<string[]> {
  const { permissions } = await call<{ permissions: { name: string }[] }>('management.permission.loadAll');
  return permissions.map(({ name }) => name).sort((a, b) => a.localeCompare(b));
}

function itemOf(page: TenantPage, role: RoleWire): Html {
  const { words, ctx } = page;
  const {
    change,
    noPermissions,
    isDefault,
    delete: erase,
    deleteLead,
    confirmDelete,
    keptPermissions,
  } = words.roles;
  const name = shownName(role.name);
  const isOwn = role.tenantId !== '';
  const { permissions } = ctx.tenantAdministrator;
  const isManageable = role.permissionNames.every((one) => permissions.includes(one));
  const controls = html`<div class="actions"><a href="${pathOf(page, 'roles', { role: role.id })}" aria-label="${change}: ${name}">${change}</a>
${cautiousFormOf(
  page,
  { act: 'delete', fields: { id: role.id } },
  { open: erase, lead: deleteLead({ role: name }), submit: confirmDelete, of: name },
)}</div>`;
  return html`<li class="item"><div><p><strong>${name}</strong></p>
<p class="hint">${role.description && html`${role.description}<br>`}${
    role.permissionNames.map(shownName).join(', ') || noPermissions
  }${role.default && html`<br>${isDefault}`}${isOwn && !isManageable && html`<br>${keptPermissions}`}</p></div>
${isOwn && isManageable && controls}</li>
`;
}

async function changeView(page: TenantPage, role: RoleWire): Promise<View> {
  const { changeTitle } = page.words.roles;
  return {
    title: changeTitle({ role: shownName(role.name) }),
    body: html`<section>${await formOfRole(page, role)}</section>`,
  };
}

/** Renders the form of a role, or of a new one. */
async function formOfRole(page: TenantPage, role: RoleWire | undefined): Promise<Html> {
  const { words, refused } = page;
  const { name, description, permissions, noPermissions, isDefault, create, save } = words.roles;
  const form = refused?.form.one['act'] === 'delete' ? undefined : refused?.form;
  const given = new Set(form ? form.all('permissionNames') : role?.permissionNames);
  const choices = (await givablePermissions(page)).map((value) => ({ value, isChecked: given.has(value) }));
  const isChecked = form ? form.one['default'] === 'yes' : (role?.default ?? false);
  return formOf(
    page,
    { act: role ? 'save' : 'create' },
    html`${fieldOf({ name: 'name', label: name, value: keptValue(page, 'name', role?.name), autocomplete: 'off' })}
${fieldOf({
  name: 'description',
  label: description,
  value: keptValue(page, 'description', role?.description),
  autocomplete: 'off',
  isOptional: true,
  maxLength: 1_024,
})}
${
  choices.length > 0
    ? checksOf({ name: 'permissionNames', legend: permissions }, choices)
    : html`<p class="hint">${noPermissions}</p>`
}
<p><label class="choice"><input type="checkbox" name="default" value="yes"${isChecked && html` checked`}>
<span>${isDefault}</span></label></p>
<p class="actions"><button>${role ? save : create}</button>${
      role && html`<a class="button quiet" href="${pathOf(page, 'roles')}">${words.cancel}</a>`
    }</p>`,
  );
}
