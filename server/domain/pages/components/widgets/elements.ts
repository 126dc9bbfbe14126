import { type Html, html } from '../../../../http/page.ts';
import { elementWriter } from '../../flows/screens/element.ts';
import type { ApplicationList, Choice, Column, Dialog, Field, Overview } from './page.ts';

const fieldAttributes = ['name', 'data-id', 'label', 'size', 'bordered', 'full-width', 'label-type'] as const;
const listAttributes = [
  ...fieldAttributes,
  'item-label-path',
  'item-value-path',
  'allow-custom-value',
] as const;
const columnAttributes = ['path', 'header', 'resizable', 'sortable'] as const;

/** The elements of the component library, and the attributes that each may have. A page contains nothing else. */
const allowed = {
  'descope-container': [
    'direction',
    'st-horizontal-padding',
    'st-vertical-padding',
    'st-align-items',
    'st-justify-content',
    'st-host-width',
    'st-flex-wrap',
    'st-gap',
  ],
  'descope-text': ['data-id', 'variant', 'mode', 'full-width', 'slot'],
  'descope-apps-list': ['size'],
  'descope-outbound-apps': ['size'],
  'descope-button': [
    ...(['data-id', 'data-type', 'variant', 'mode', 'size'] as const),
    ...(['flow-id', 'data-generic-flow-button-id', 'enable-mode'] as const),
  ],
  'descope-text-field': [...fieldAttributes, 'required', 'maxlength', 'helper-text', 'type', 'readonly'],
  'descope-email-field': [...fieldAttributes, 'required', 'maxlength', 'helper-text'],
  'descope-combo-box': [...listAttributes, 'data', 'default-value', 'required'],
  'descope-multi-select-combo-box': [...listAttributes, 'clear-button-visible'],
  'descope-grid': ['data-id', 'size', 'bordered', 'column-reordering-allowed'],
  'descope-grid-selection-column': ['auto-width', 'frozen'],
  'descope-grid-text-column': columnAttributes,
  'descope-grid-custom-column': columnAttributes,
  'descope-grid-item-details-column': ['width', 'flex-grow', 'frozen'],
  'descope-badge': ['data-pattern', 'mode', 'size', 'bordered', 'st-text-transform'],
  'descope-link': ['data-id', 'variant', 'mode', 'target-blank'],
  'descope-avatar': ['data-id', 'flow-id', 'editable', 'size'],
  'descope-user-attribute': [
    ...(['data-id', 'data-type', 'label', 'placeholder', 'full-width', 'edit-flow-id'] as const),
    ...(['edit-button-label', 'hide-delete'] as const),
  ],
  'descope-user-auth-method': [
    ...(['data-id', 'label', 'full-width', 'button-label', 'flow-id'] as const),
    ...([
      'unfulfilled-editable',
      'fulfilled-editable',
      'fulfilled-button-label',
      'fulfilled-flow-id',
    ] as const),
  ],
  'descope-user-passkeys': [
    ...(['data-id', 'label', 'full-width', 'allow-remove', 'add-passkey-flow-id'] as const),
    ...(['remove-passkey-flow-id', 'add-passkey-button-label', 'remove-passkey-button-label'] as const),
    'created-at-label',
  ],
  'descope-trusted-devices': [
    ...(['data-id', 'flow-id', 'remove-device-label', 'current-device-label', 'last-login-label'] as const),
    'hide-actions',
    'full-width',
  ],
} as const satisfies Record<string, readonly string[]>;

export const element = elementWriter<keyof typeof allowed>(allowed);

export function applicationList({ element: name, none }: ApplicationList): Html {
  const empty = element('descope-text', { slot: 'empty-state', variant: 'body1', mode: 'primary' }, none);
  return container('column', { padding: '1rem', gap: '1rem' }, [
    element(name, { size: 'sm' }, html`\n${empty}\n`),
  ]);
}

/** Lays parts out below each other, or in a row. */
export function container(
  direction: 'column' | 'row',
  look: { padding?: string; justify?: string; align?: string; width?: string; gap: string },
  parts: readonly Html[],
): Html {
  const lines = parts.map((part) => html`${part}\n`);
  const attributes = {
    direction,
    'st-horizontal-padding': look.padding ?? '0rem',
    'st-vertical-padding': look.padding ?? '0rem',
    'st-align-items': look.align ?? 'start',
    'st-justify-content': look.justify ?? 'start',
    'st-host-width': look.width ?? '100%',
    'st-flex-wrap': direction === 'row' && 'wrap',
    'st-gap': look.gap,
  };
  return element('descope-container', attributes, html`\n${lines}`);
}

export function overview({ search, choice, buttons, table }: Overview): Html {
  const bar = container('row', { justify: 'flex-end', align: 'end', width: 'auto', gap: '0.5rem' }, [
    ...(choice ? [choiceField({ 'data-id': choice.id }, choice)] : []),
    ...buttons.map(({ id, text, isMain }) => button(id, text, isMain ? 'contained' : 'outline')),
  ]);
  const searchField = element('descope-text-field', {
    'data-id': 'search-input',
    label: search,
    'label-type': 'static',
    size: 'sm',
    bordered: 'true',
    maxlength: '255',
  });
  const head = { justify: 'space-between', align: 'end', gap: '1rem' };
  return container('column', { padding: '1rem', gap: '1rem' }, [
    container('row', head, [searchField, bar]),
    grid(table),
  ]);
}

function grid({ id, columns, isSelectable, hasDetails }: Overview['table']): Html {
  const lines = [
    ...(isSelectable
      ? [element('descope-grid-selection-column', { 'auto-width': 'true', frozen: 'true' })]
      : []),
    ...columns.map(column),
    ...(hasDetails
      ? [element('descope-grid-item-details-column', { width: '3.5em', 'flex-grow': '0', frozen: 'true' })]
      : []),
  ].map((line) => html`${line}\n`);
  const attributes = { 'data-id': id, size: 'sm', bordered: 'true', 'column-reordering-allowed': 'true' };
  return element('descope-grid', attributes, html`\n${lines}`);
}

function column({ path, header, isSortable, badges }: Column): Html {
  const attributes = { path, header, resizable: 'true', sortable: isSortable ? 'true' : 'false' };
  if (!badges) return element('descope-grid-text-column', attributes);
  const shown = badges.map(({ value, mode }) =>
    element('descope-badge', {
      'data-pattern': `^${value}$`,
      mode,
      size: 'xs',
      bordered: 'true',
      'st-text-transform': 'capitalize',
    }),
  );
  return element('descope-grid-custom-column', attributes, html`${shown}`);
}

export function dialog(page: Dialog): Html {
  const { title, namesSelection, text, fields = [], submit, copyAndClose, cancel, isDestructive } = page;
  const look = { variant: 'body1', mode: 'primary', 'full-width': 'true' };
  return container('column', { gap: '0.75rem' }, [
    element('descope-text', { ...look, variant: 'subtitle2' }, title),
    ...(namesSelection ? [element('descope-text', { ...look, 'data-id': 'body-text' })] : []),
    ...(text === undefined ? [] : [element('descope-text', look, text)]),
    ...fields.map(field),
    container('row', { justify: 'flex-end', gap: '0.5rem' }, [
      ...(cancel === undefined ? [] : [button('modal-cancel', cancel, 'link')]),
      ...(submit === undefined
        ? []
        : [button('modal-submit', submit, 'contained', isDestructive && 'error')]),
      ...(copyAndClose === undefined ? [] : [button('modal-close', copyAndClose, 'contained')]),
    ]),
  ]);
}

type ButtonVariant = 'contained' | 'outline' | 'link';

export function button(
  id: string,
  text: string,
  variant: ButtonVariant,
  mode: 'error' | 'primary' = 'primary',
): Html {
  return element('descope-button', { 'data-id': id, 'data-type': 'button', variant, mode, size: 'sm' }, text);
}

function field(one: Field): Html {
  const { name, label } = one;
  const common = { name, label, size: 'sm', bordered: 'true', 'full-width': 'true', 'label-type': 'static' };
  switch (one.kind) {
    case 'shown':
      return element('descope-text-field', { ...common, readonly: 'true' });
    case 'choice':
      return choiceField({ ...common, required: 'true' }, one);
    case 'choices':
      return element('descope-multi-select-combo-box', {
        ...common,
        ...items,
        'data-id': one.id,
        'allow-custom-value': one.takesOthers ? 'true' : 'false',
        'clear-button-visible': 'true',
      });
    default: {
      const attributes = {
        ...common,
        required: one.isRequired ? 'true' : 'false',
        maxlength: String(one.maxLength),
        'helper-text': one.hint,
      };
      if (one.kind === 'email') return element('descope-email-field', attributes);
      return element('descope-text-field', { ...attributes, type: one.kind === 'phone' ? 'tel' : 'text' });
    }
  }
}

/** The attributes of the options that the library writes from `data`. */
export const items = { 'item-label-path': 'data-name', 'item-value-path': 'data-id' };

function choiceField(attributes: Record<string, string>, { label, options, initial }: Choice): Html {
  return element('descope-combo-box', {
    ...attributes,
    ...items,
    label,
    size: 'sm',
    bordered: 'true',
    'label-type': 'static',
    'allow-custom-value': 'false',
    data: JSON.stringify(options),
    'default-value': initial,
  });
}
