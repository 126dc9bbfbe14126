import type { Texts } from '../../../../core/languages/texts.ts';
import { confirmation, type Dialog, type Field, secretDialog, type WidgetPages } from './page.ts';

/** Pages of `@descope/user-management-widget` 0.19.1. */
export const userManagement: WidgetPages = {
  root: ({ tenantPage, widgets: { users, edit, delete: remove } }) => ({
    kind: 'overview',
    search: tenantPage.search,
    buttons: [
      { id: 'delete-users', text: remove },
      { id: 'reset-password', text: users.resetPassword },
      { id: 'remove-passkey', text: users.removePasskeys },
      { id: 'disable-user', text: tenantPage.member.disable },
      { id: 'enable-user', text: tenantPage.member.enable },
      { id: 'edit-user', text: edit },
      { id: 'create-user', text: users.add, isMain: true },
    ],
    table: {
      id: 'users-table',
      isSelectable: true,
      columns: [
        { path: 'loginIds', header: users.loginId, isSortable: true },
        {
          path: 'status',
          header: tenantPage.members.status,
          isSortable: true,
          badges: [
            { value: 'active', mode: 'primary' },
            { value: 'invited', mode: 'default' },
            { value: 'disabled', mode: 'error' },
          ],
        },
        { path: 'name', header: tenantPage.members.name, isSortable: true },
        { path: 'email', header: users.email, isSortable: true },
        { path: 'phone', header: users.phone, isSortable: true },
        { path: 'roles', header: tenantPage.members.roles },
      ],
    },
  }),
  'create-user-modal': (texts) => ({ ...form(texts, true), title: texts.widgets.users.createTitle }),
  'edit-user-modal': (texts) => ({ ...form(texts, false), title: texts.widgets.users.editTitle }),
  'delete-users-modal': (texts) =>
    confirmation(texts, {
      title: texts.widgets.users.deleteTitle,
      text: texts.widgets.users.deleteLead,
      submit: texts.widgets.delete,
      isDestructive: true,
    }),
  'disable-user-modal': (texts) =>
    confirmation(texts, {
      title: texts.widgets.users.disableTitle,
      text: texts.widgets.users.disableLead,
      submit: texts.tenantPage.member.disable,
    }),
  'enable-user-modal': (texts) =>
    confirmation(texts, {
      title: texts.widgets.users.enableTitle,
      text: texts.widgets.users.enableLead,
      submit: texts.tenantPage.member.enable,
    }),
  'reset-password-modal': (texts) =>
    confirmation(texts, {
      title: texts.widgets.users.resetPassword,
      text: texts.widgets.users.passwordLead,
      submit: texts.widgets.users.resetPassword,
    }),
  'generated-password-modal': (texts) => {
    const { passwordTitle, passwordSet, passwordLabel } = texts.tenantPage.member;
    const secret: Field = { kind: 'shown', name: 'generated-password', label: passwordLabel };
    return secretDialog(texts, passwordTitle, passwordSet, secret);
  },
  'remove-passkey-modal': (texts) =>
    confirmation(texts, {
      title: texts.widgets.users.removePasskeys,
      text: texts.widgets.users.passkeysLead,
      submit: texts.widgets.users.removePasskeys,
      isDestructive: true,
    }),
};

/** Phones are typed into a plain field, because the library's field for them loads flags from the vendor's host. */
function form({ tenantPage, widgets }: Texts, isNew: boolean): Omit<Dialog, 'title'> {
  const { users } = widgets;
  const loginId = { kind: 'text', name: 'loginId', label: users.loginId, maxLength: 255 } as const;
  return {
    kind: 'dialog',
    fields: [
      isNew ? { ...loginId, isRequired: true, hint: users.loginIdHint } : loginId,
      { kind: 'text', name: 'displayName', label: tenantPage.members.name, maxLength: 100 },
      { kind: 'email', name: 'email', label: users.email, maxLength: 255 },
      { kind: 'phone', name: 'phone', label: users.phone, maxLength: 40 },
      { kind: 'choices', name: 'roles', label: tenantPage.members.roles, id: 'roles-multiselect' },
    ],
    cancel: tenantPage.cancel,
    submit: isNew ? widgets.create : widgets.save,
  };
}
