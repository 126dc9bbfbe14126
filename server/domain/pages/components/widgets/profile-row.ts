import type { Html } from '../../../../http/page.ts';
import { button, element, items } from './elements.ts';
import type { ProfileRow } from './page.ts';

/** Writes a row of a profile. The widget finds it by its ID, and opens the flows that it names. */
export function profileRow(row: ProfileRow): Html {
  const wide = { 'full-width': 'true' };
  switch (row.row) {
    case 'heading':
      return element('descope-text', { ...wide, variant: 'subtitle2', mode: 'primary' }, row.text);
    case 'picture':
      return element('descope-avatar', {
        'data-id': 'avatar',
        size: 'lg',
        ...(row.flow && { 'flow-id': row.flow, editable: 'true' }),
      });
    case 'value':
      return element('descope-user-attribute', {
        ...wide,
        'data-id': row.id,
        'data-type': row.type,
        label: row.label,
        placeholder: row.none,
        'edit-flow-id': row.flow,
        'edit-button-label': row.edit,
        'hide-delete': 'true',
      });
    case 'method':
      return element('descope-user-auth-method', {
        ...wide,
        'data-id': row.id,
        label: row.label,
        ...(row.add
          ? { 'button-label': row.add.text, 'flow-id': row.add.flow }
          : { 'unfulfilled-editable': 'false' }),
        ...(row.remove && { 'fulfilled-editable': 'true', 'fulfilled-button-label': row.remove.text }),
        ...(row.remove && { 'fulfilled-flow-id': row.remove.flow }),
      });
    case 'passkeys':
      return element(
        'descope-user-passkeys',
        {
          ...wide,
          'data-id': 'passkey',
          label: row.label,
          ...(row.remove && { 'allow-remove': 'true' }),
          'add-passkey-flow-id': row.add.flow,
          'add-passkey-button-label': row.add.text,
          ...(row.remove && {
            'remove-passkey-flow-id': row.remove.flow,
            'remove-passkey-button-label': row.remove.text,
          }),
          'created-at-label': row.created,
        },
        row.remove
          ? element(
              'descope-text',
              { slot: 'remove-button', variant: 'body2', mode: 'primary' },
              row.remove.text,
            )
          : undefined,
      );
    case 'devices':
      return element('descope-trusted-devices', {
        ...wide,
        'data-id': 'trusted-devices',
        ...(row.remove
          ? { 'flow-id': row.remove.flow, 'remove-device-label': row.remove.text }
          : { 'hide-actions': 'true' }),
        'current-device-label': row.current,
        'last-login-label': row.lastUsed,
      });
    case 'tenants':
      return element('descope-combo-box', {
        ...items,
        ...wide,
        name: 'tenantSelector',
        label: row.label,
        size: 'sm',
        bordered: 'true',
        'label-type': 'static',
        'allow-custom-value': 'false',
      });
    case 'link':
      return element(
        'descope-link',
        { 'data-id': row.id, variant: 'body1', mode: 'primary', 'target-blank': 'true' },
        row.text,
      );
    case 'flow':
      return element(
        'descope-button',
        {
          'data-id': row.id,
          'data-type': 'button',
          variant: 'outline',
          size: 'sm',
          mode: row.isDestructive ? 'error' : 'primary',
          'flow-id': row.flow,
          'data-generic-flow-button-id': row.id,
          'enable-mode': 'always',
        },
        row.text,
      );
    case 'logout':
      return button('logout', row.text, 'link', 'error');
  }
}
