import type { Texts } from '../../../../core/languages/texts.ts';
import { confirmation, type Dialog, type WidgetPages } from './page.ts';

/** Pages of `@descope/role-management-widget` 0.10.2. */
export const roleManagement: WidgetPages = {
  root: ({ tenantPage, widgets: { roles, edit, delete: remove } }) => ({
    kind: 'overview',
    search: tenantPage.search,
    buttons: [
      { id: 'duplicate-role', text: roles.duplicate },
      { id: 'delete-roles', text: remove },
      { id: 'edit-role', text: edit },
      { id: 'create-role', text: roles.add, isMain: true },
    ],
    table: {
      id: 'roles-table',
      isSelectable: true,
      columns: [
        { path: 'name', header: tenantPage.roles.name, isSortable: true },
        { path: 'description', header: tenantPage.roles.description, isSortable: true },
        { path: 'permissionNames', header: tenantPage.roles.permissions },
        {
          path: 'editable',
          header: roles.editable,
          badges: [
            { value: 'yes', mode: 'primary' },
            { value: 'no', mode: 'default' },
          ],
        },
      ],
    },
  }),
  'create-role-modal': (texts) => ({
    ...form(texts),
    title: texts.tenantPage.roles.createTitle,
    submit: texts.widgets.create,
  }),
  'edit-role-modal': (texts) => ({
    ...form(texts),
    title: texts.widgets.roles.editTitle,
    submit: texts.widgets.save,
  }),
  'delete-roles-modal': (texts) =>
    confirmation(texts, {
      title: texts.widgets.roles.deleteTitle,
      text: texts.widgets.roles.deleteLead,
      submit: texts.widgets.delete,
      isDestructive: true,
    }),
};

function form({ tenantPage }: Texts): Omit<Dialog, 'title' | 'submit'> {
  const { name, description, permissions } = tenantPage.roles;
  return {
    kind: 'dialog',
    fields: [
      { kind: 'text', name: 'name', label: name, isRequired: true, maxLength: 255 },
      { kind: 'text', name: 'description', label: description, maxLength: 1024 },
      { kind: 'choices', name: 'permissionNames', label: permissions, id: 'permissions-multiselect' },
    ],
    cancel: tenantPage.cancel,
  };
}
