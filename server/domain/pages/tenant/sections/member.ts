import { dayIn, momentIn } from '../../../../core/languages/language.ts';
import { shownName } from '../../../../core/names.ts';
import { type Html, html } from '../../../../http/page.ts';
import { isDisabled } from '../../../directory/users/user.ts';
import type { UserWire } from '../../../directory/users/wire.ts';
import {
  endSessionsOfMember,
  sessionsOfMember,
} from '../../../sessions/tenant-administrators/member-sessions.ts';
import type { Fields, View } from '../../account/account.ts';
import { partOf } from '../../account/layout.ts';
import { buttonOf, cautiousFormOf, checksOf, formOf } from '../layout.ts';
import { givableRoles, isOwnMember, loadShown, nameOf } from '../members-data.ts';
import { type Outcome, ownPathOf, pathOf, type TenantPage } from '../tenant-page.ts';
import { copiedValueOf } from '../value.ts';
import { sessionsPart } from './member-sessions.ts';
import { stateOf } from './member-state.ts';

/** Shows one member, with what the administrator may change. */
export async function memberView(page: TenantPage, userId: string): Promise<View> {
  const user = await loadShown(page, userId);
  const { ctx, words } = page;
  // The tenant's alone: only then does the administrator decide about the account.
  const sessions = await sessionsOfMember(ctx, userId);
  const isSelf = userId === ctx.tenantAdministrator.userId;
  return {
    title: shownName(nameOf(user)),
    body: html`<p><a href="${pathOf(page, 'members')}">${words.members.title}</a></p>
${factsPart(page, user)}
${await rolesPart(page, user)}
${sessions ? accessPart(page, user) : html`<p class="notice">${words.problems.shared}</p>`}
${sessions && !isSelf && passwordPart(page)}
${sessionsPart(page, sessions)}
${endPart(page, user, sessions !== undefined)}`,
  };
}

function factsPart({ ctx, words, language, ...page }: TenantPage, user: UserWire): Html {
  const { facts, loginIds, since, you } = words.member;
  const { lastSignIn, never, status } = words.members;
  const isSelf = user.userId === ctx.tenantAdministrator.userId;
  const used = user.lastSignInTime > 0 ? dayIn(language, user.lastSignInTime * 1000) : never;
  return partOf(
    facts,
    isSelf && html`<p>${you}</p>`,
    html`<dl><dt>${status}</dt><dd>${stateOf({ ctx, words, language, ...page }, user.status)}</dd>
<dt>${loginIds}</dt><dd>${user.loginIds.join(', ')}</dd>
<dt>${since}</dt><dd>${momentIn(language, user.createdTime * 1000)}</dd>
<dt>${lastSignIn}</dt><dd>${used}</dd></dl>`,
  );
}

async function rolesPart(page: TenantPage, user: UserWire): Promise<Html> {
  const { rolesTitle, rolesLead, keptRoles, saveRoles } = page.words.member;
  const givable = await givableRoles(page);
  const kept = user.roleNames.filter((name) => !givable.includes(name));
  const choices = givable.map((value) => ({ value, isChecked: user.roleNames.includes(value) }));
  return partOf(
    rolesTitle,
    formOf(
      page,
      { act: 'roles' },
      html`${checksOf({ name: 'roleNames', legend: page.words.members.roles, hint: rolesLead, isBelow: true }, choices)}
${kept.length > 0 && html`<p class="hint">${keptRoles({ roles: kept.map(shownName).join(', ') })}</p>`}
<p><button>${saveRoles}</button></p>`,
    ),
  );
}

function accessPart(page: TenantPage, { status, email }: UserWire): Html {
  const { statusTitle, enable, disable, inviteAgain, ...words } = page.words.member;
  const lead = { enabled: words.enabledLead, invited: words.invitedLead, disabled: words.disabledLead }[
    status
  ];
  return partOf(
    statusTitle,
    html`<p>${lead}</p>
<div class="actions">${
      isDisabled({ status })
        ? buttonOf(page, { act: 'enable' }, enable)
        : buttonOf(page, { act: 'disable' }, disable)
    }${status === 'invited' && email && buttonOf(page, { act: 'inviteAgain' }, inviteAgain)}</div>`,
  );
}

function passwordPart(page: TenantPage): Html {
  const { passwordTitle, passwordLead, setPassword } = page.words.member;
  return partOf(
    passwordTitle,
    html`<p>${passwordLead}</p>`,
    buttonOf(page, { act: 'password' }, setPassword),
  );
}

function endPart(page: TenantPage, user: UserWire, isOwn: boolean): Html {
  const { words } = page;
  const {
    removeTitle,
    remove,
    removeLead,
    confirmRemove,
    delete: erase,
    deleteLead,
    confirmDelete,
  } = words.member;
  const of = shownName(nameOf(user));
  return partOf(
    removeTitle,
    cautiousFormOf(page, { act: 'remove' }, { open: remove, lead: removeLead, submit: confirmRemove, of }),
    isOwn &&
      cautiousFormOf(page, { act: 'delete' }, { open: erase, lead: deleteLead, submit: confirmDelete, of }),
  );
}

export async function actOnMember(page: TenantPage, userId: string, { one, all }: Fields): Promise<Outcome> {
  const { call, ctx, words } = page;
  const query = { user: userId };
  const loginId = userId;
  switch (one['act']) {
    case 'roles':
      await call('management.user.setRoles', { loginId, roleNames: all('roleNames') });
      return { done: 'rolesSaved', query };
    case 'enable':
      await call('management.user.updateStatus', { loginId, status: 'enabled' });
      return { done: 'enabled', query };
    case 'disable':
      await call('management.user.updateStatus', { loginId, status: 'disabled' });
      return { done: 'disabled', query };
    case 'inviteAgain':
      await call('management.user.create', { loginId, invite: true, sendMail: true });
      return { done: 'invited', query };
    case 'password':
      return { view: await setPassword(page, userId) };
    case 'remove':
      await call('management.user.removeTenant', { loginId, tenantId: ctx.tenantAdministrator.tenantId });
      return { done: 'removed' };
    case 'delete':
      // The call would only remove a member who also belongs to another tenant.
      if (!(await isOwnMember(page, userId))) return { problem: words.problems.shared };
      await call('management.user.deleteBatch', { userIds: [userId] });
      return { done: 'deleted' };
    case 'endSession':
      await endSessionsOfMember(ctx, { userId, sessionIds: [one['sessionId'] ?? ''] });
      return { done: 'sessionEnded', query };
    case 'endSessions':
      await endSessionsOfMember(ctx, { userId });
      return { done: 'sessionsEnded', query };
    default:
      return { problem: words.problems.mistake };
  }
}

async function setPassword(page: TenantPage, userId: string): Promise<View> {
  const { words, call } = page;
  const { passwordTitle, passwordSet, passwordLabel } = words.member;
  const { cleartext } = await call<{ cleartext: string }>('management.user.setTemporaryPassword', {
    loginId: userId,
  });
  return {
    title: passwordTitle,
    body: html`<section>
<p class="notice">${passwordSet}</p>
${copiedValueOf(words, { id: 'temporary-password', label: passwordLabel, value: cleartext })}
<p><a class="button quiet" href="${ownPathOf(page)}">${words.back}</a></p>
</section>`,
  };
}
