import { confirmation, type Field, secretDialog, type WidgetPages } from './page.ts';

/** Pages of `@descope/access-key-management-widget` 0.10.2. */
export const accessKeyManagement: WidgetPages = {
  root: ({ tenantPage, widgets: { keys, delete: remove } }) => ({
    kind: 'overview',
    search: tenantPage.search,
    buttons: [
      { id: 'delete-access-keys', text: remove },
      { id: 'activate-access-keys', text: keys.activate },
      { id: 'deactivate-access-keys', text: keys.deactivate },
      { id: 'rotate-access-keys', text: tenantPage.provisioning.rotate },
      { id: 'create-access-key', text: keys.add, isMain: true },
    ],
    table: {
      id: 'access-keys-table',
      isSelectable: true,
      columns: [
        { path: 'name', header: tenantPage.provisioning.name, isSortable: true },
        {
          path: 'status',
          header: tenantPage.members.status,
          isSortable: true,
          badges: [
            { value: 'active', mode: 'primary' },
            { value: 'inactive', mode: 'default' },
            { value: 'expired', mode: 'error' },
          ],
        },
        { path: 'expireTimeFormatted', header: keys.expiration },
        { path: 'roleNames', header: tenantPage.members.roles },
        { path: 'permittedIps', header: keys.permittedIps },
        { path: 'createdBy', header: keys.createdBy },
        { path: 'createdTimeFormatted', header: tenantPage.provisioning.created },
      ],
    },
  }),
  'create-access-key-modal': ({ tenantPage, widgets: { keys, create } }) => ({
    kind: 'dialog',
    title: keys.createTitle,
    fields: [
      { kind: 'text', name: 'name', label: tenantPage.provisioning.name, isRequired: true, maxLength: 255 },
      {
        kind: 'choice',
        name: 'expiration',
        label: keys.expiration,
        // In days. The widget reads 0 as never.
        options: [
          ...[30, 60, 90].map((days) => ({ value: `${days}`, label: keys.days({ days }) })),
          { value: '0', label: keys.never },
        ],
        initial: '30',
      },
      { kind: 'choices', name: 'roleNames', label: tenantPage.members.roles, id: 'roles-multiselect' },
      { kind: 'choices', name: 'permittedIps', label: keys.permittedIps, takesOthers: true },
    ],
    cancel: tenantPage.cancel,
    submit: create,
  }),
  'created-access-key-modal': (texts) => {
    const { createdTitle, once, key } = texts.widgets.keys;
    return secretDialog(texts, createdTitle, once, shown(key));
  },
  'delete-access-keys-modal': (texts) =>
    confirmation(texts, {
      title: texts.widgets.keys.deleteTitle,
      text: texts.widgets.keys.deactivateLead,
      submit: texts.widgets.delete,
      isDestructive: true,
    }),
  'activate-access-keys-modal': (texts) =>
    confirmation(texts, {
      title: texts.widgets.keys.activateTitle,
      text: texts.widgets.keys.activateLead,
      submit: texts.widgets.keys.activate,
    }),
  'deactivate-access-keys-modal': (texts) =>
    confirmation(texts, {
      title: texts.widgets.keys.deactivateTitle,
      text: texts.widgets.keys.deactivateLead,
      submit: texts.widgets.keys.deactivate,
    }),
  'rotate-access-key-modal': (texts) =>
    confirmation(texts, {
      title: texts.widgets.keys.rotateTitle,
      text: texts.widgets.keys.rotateLead,
      submit: texts.tenantPage.provisioning.rotate,
    }),
  'rotated-access-key-modal': (texts) => {
    const { rotatedTitle, once, key } = texts.widgets.keys;
    return secretDialog(texts, rotatedTitle, once, shown(key));
  },
};

function shown(label: string): Field {
  return { kind: 'shown', name: 'generated-key', label };
}
