import { dayIn } from '../../../../core/languages/language.ts';
import { shownName } from '../../../../core/names.ts';
import { type Html, html } from '../../../../http/page.ts';
import type { UserWire } from '../../../directory/users/wire.ts';
import type { Fields, View } from '../../account/account.ts';

import { fieldOf } from '../../hosted-pages/fields.ts';
import { pageNumberOf, pagerOf, searchOf, selectOf } from '../layout.ts';
import { nameOf } from '../members-data.ts';
import { type Outcome, pathOf, type Section, type TenantPage } from '../tenant-page.ts';
import { invite, invitePart } from './invite.ts';
import { actOnMember, memberView } from './member.ts';
import { stateOf } from './member-state.ts';

const size = 25;
const statuses = ['enabled', 'invited', 'disabled'] as const;

/** The members of the tenant, one of them in detail, and invitations. */
export const membersSection: Section = {
  show(page): Promise<View> {
    const userId = page.query['user'];
    return userId ? memberView(page, userId) : listView(page);
  },
  act(page, fields: Fields): Promise<Outcome> {
    const userId = page.query['user'];
    return userId ? actOnMember(page, userId, fields) : invite(page, fields);
  },
};

async function listView(page: TenantPage): Promise<View> {
  const { words, query, call } = page;
  const { members } = words;
  const text = (query['text'] ?? '').trim();
  const status = statuses.find((one) => one === query['status']) ?? '';
  const found = await call<{ users: UserWire[]; total: number }>('management.user.searchAll', {
    ...(text && { text }),
    ...(status && { statuses: [status] }),
    limit: size,
    page: pageNumberOf(page),
    withTestUser: true,
  });
  const search = searchOf(
    page,
    html`${fieldOf({ name: 'text', label: members.find, value: text, autocomplete: 'off', isOptional: true })}
${selectOf({ name: 'status', label: members.status, value: status }, [
  { value: '', text: members.anyStatus },
  ...statuses.map((value) => ({ value, text: members.statuses[value] })),
])}`,
  );
  const keep = { ...(text && { text }), ...(status && { status }) };
  return {
    title: members.title,
    body: html`<section>
${search}
${
  found.users.length > 0
    ? html`<ul class="items">
${found.users.map((user) => rowOf(page, user))}</ul>`
    : html`<p>${members.empty}</p>`
}
${pagerOf(page, { shown: found.users.length, total: found.total, size, keep })}
</section>
${await invitePart(page)}`,
  };
}

function rowOf(page: TenantPage, user: UserWire): Html {
  const { words, language } = page;
  const { members } = words;
  const name = shownName(nameOf(user));
  const second = [user.email, ...user.loginIds].find((one) => one && one !== name);
  return html`<li class="item member"><div><a class="name" href="${pathOf(page, 'members', { user: user.userId })}">${name}</a>
${second && html`<p class="hint">${second}</p>`}</div>
<dl class="facts"><div><dt>${members.status}</dt><dd>${stateOf(page, user.status)}</dd></div>
<div><dt>${members.roles}</dt><dd>${user.roleNames.map(shownName).join(', ') || words.none}</dd></div>
<div><dt>${members.lastSignIn}</dt><dd>${
    user.lastSignInTime > 0 ? dayIn(language, user.lastSignInTime * 1000) : members.never
  }</dd></div></dl></li>
`;
}
