import { type Html, html } from '../../../../http/page.ts';
import { type Attributes, elementWriter, withoutTemplates } from './element.ts';

/** One part of a screen, from the top to the bottom. */
export type Part =
  | { part: 'title'; text: string }
  | { part: 'text'; text: string; id?: string }
  /** The heading of a group of buttons. */
  | { part: 'heading'; text: string; id: string }
  | { part: 'error' }
  | ({ part: 'field' } & Field)
  | { part: 'checkbox'; name: 'trust' | 'endOthers' | 'value'; text: string; isChecked?: true }
  | ({ part: 'choice' } & Choice)
  | ({ part: 'button' } & Button)
  | { part: 'qrCode' }
  /** Lets the component ask again and again whether the flow goes on. */
  | { part: 'polling' }
  /** Lets the browser offer its passkeys in the field of the address. The interaction is pressed with one. */
  | { part: 'passkeys'; presses: string };

/** A field for one of several values, or for some of them. */
export interface Choice {
  name: 'value';
  label: string;
  options: readonly { value: string; label: string }[];
  isMultiple: boolean;
}

export interface Field {
  name: FieldName;
  kind: 'email' | 'text' | 'phone' | 'password' | 'newPassword' | 'code';
  label: string;
  autocomplete: string;
  isOptional?: boolean;
  maxLength?: number;
  /** The interaction that a complete code presses. */
  presses?: string;
}

export const fieldNames = [
  'email',
  'loginId',
  'phone',
  'name',
  'givenName',
  'middleName',
  'familyName',
  'picture',
  'value',
  'tenantName',
  'domain',
  'code',
  'recoveryCode',
  'password',
  'oldPassword',
  'newPassword',
] as const;
export type FieldName = (typeof fieldNames)[number];

export interface Button {
  /** The interaction. It is part of the public contract (`docs/flows.md`). */
  id: string;
  text: string;
  look: 'main' | 'other' | 'link';
  /** Enter presses it. */
  isDefault?: boolean;
  /** Works although the fields are not filled in. */
  skipsFields?: boolean;
  /** Works only where the browser has passkeys. */
  needsPasskeys?: boolean;
  /** The ID of the provider, for a button of its own. */
  provider?: string;
  /** The title of the provider, which fills in `{{provider}}` of the flow’s own text. */
  providerTitle?: string;
}

/** The elements of the component library, and the attributes that each may have. A screen contains nothing else. */
const allowed = {
  'descope-container': [
    'direction',
    'id',
    'space-between',
    'st-horizontal-padding',
    'st-vertical-padding',
    'st-align-items',
    'st-justify-content',
    'st-host-width',
    'st-gap',
  ],
  'descope-text': [
    'id',
    'variant',
    'mode',
    'full-width',
    'text-align',
    'data-type',
    'class',
    'name',
    'autocomplete',
    'data-exclude-field',
  ],
  'descope-email-field': fieldAttributes('type'),
  'descope-text-field': fieldAttributes('type'),
  'descope-password': fieldAttributes(),
  'descope-passcode': [...fieldAttributes('digits'), 'data-auto-submit'],
  'descope-checkbox': ['name', 'id', 'label', 'size', 'checked'],
  'descope-combo-box': choiceAttributes('allow-custom-value'),
  'descope-multi-select-combo-box': choiceAttributes('clear-button-visible'),
  'descope-button': [
    'id',
    'data-type',
    'auto-submit',
    'formnovalidate',
    'variant',
    'mode',
    'size',
    'full-width',
    'data-descope-oauth-provider',
  ],
  'descope-totp-image': ['id'],
  'descope-loader-radial': ['id', 'size', 'mode', 'data-type'],
} as const satisfies Record<string, readonly string[]>;

function fieldAttributes<A extends string = never>(...more: A[]) {
  return [
    'name',
    'id',
    'label',
    'required',
    'full-width',
    'size',
    'bordered',
    'label-type',
    'autocomplete',
    'maxlength',
    ...more,
  ] as const;
}

function choiceAttributes<A extends string>(...more: A[]) {
  return [
    ...(['name', 'id', 'label', 'size', 'bordered', 'full-width', 'label-type', 'data'] as const),
    ...(['item-label-path', 'item-value-path'] as const),
    ...more,
  ] as const;
}

type ElementName = keyof typeof allowed;

const element = elementWriter<ElementName>(allowed);

/** The container around all parts of a screen. */
export function screenOf(parts: readonly Part[]): string {
  const attributes = {
    direction: 'column',
    id: 'screen',
    'space-between': 'md',
    'st-horizontal-padding': '2rem',
    'st-vertical-padding': '2rem',
    'st-align-items': 'safe center',
    'st-justify-content': 'safe center',
    'st-host-width': '100%',
    'st-gap': '1rem',
  };
  const lines = parts.map((part) => html`${writePart(part)}\n`);
  return `${element('descope-container', attributes, html`\n${lines}`)}\n`;
}

function writePart(part: Part): Html {
  switch (part.part) {
    case 'title':
      return text('h3', 'primary', withoutTemplates(part.text), { id: 'title' });
    case 'text':
      return text('body1', 'primary', part.text, { id: part.id });
    case 'heading':
      return text('body2', 'secondary', withoutTemplates(part.text), { id: part.id });
    case 'error':
      return text('body2', 'error', '', { id: 'error', 'data-type': 'error-message', class: 'hide' });
    case 'field':
      return field(part);
    case 'checkbox': {
      const { name, text: label, isChecked } = part;
      const look = { id: name, label, size: 'md', checked: isChecked && 'true' };
      return element('descope-checkbox', { name, ...look });
    }
    case 'choice':
      return choice(part);
    case 'button':
      return button(part);
    case 'qrCode':
      return element('descope-totp-image', { id: 'qrCode' });
    case 'polling':
      return element('descope-loader-radial', {
        id: 'polling',
        size: 'md',
        mode: 'primary',
        'data-type': 'polling',
      });
    case 'passkeys':
      // The component looks for exactly this value of `autocomplete`, which a field must not have alone (HTML). With this name it
      // renames nothing.
      return element('descope-text', {
        id: part.presses,
        name: 'email',
        autocomplete: 'webauthn',
        'data-exclude-field': 'true',
        class: 'hide',
      });
  }
}

function text(variant: string, mode: string, content: string, more: Attributes): Html {
  const look = { variant, mode, 'full-width': 'true', 'text-align': 'center' };
  return element('descope-text', { ...look, ...more }, content);
}

const fieldElements = {
  email: 'descope-email-field',
  text: 'descope-text-field',
  phone: 'descope-text-field',
  password: 'descope-password',
  newPassword: 'descope-password',
  code: 'descope-passcode',
} as const satisfies Record<Field['kind'], ElementName>;

function field({ name, kind, label, autocomplete, isOptional, maxLength, presses }: Field): Html {
  return element(fieldElements[kind], {
    name,
    id: presses ?? `${name}Field`,
    label,
    required: isOptional ? undefined : 'true',
    'full-width': 'true',
    size: 'md',
    bordered: 'true',
    'label-type': 'static',
    autocomplete,
    maxlength: kind === 'code' ? undefined : String(maxLength ?? 255),
    // The library's field for phones loads flags from the vendor's host.
    type: kind === 'text' ? 'text' : kind === 'phone' ? 'tel' : undefined,
    ...(kind === 'code' && { digits: '6', 'data-auto-submit': 'true' }),
  });
}

function choice({ name, label, options, isMultiple }: Choice): Html {
  const attributes = {
    name,
    id: `${name}Field`,
    label,
    size: 'md',
    bordered: 'true',
    'full-width': 'true',
    'label-type': 'static',
    'item-label-path': 'data-name',
    'item-value-path': 'data-id',
    data: JSON.stringify(options),
  };
  return isMultiple
    ? element('descope-multi-select-combo-box', { ...attributes, 'clear-button-visible': 'true' })
    : element('descope-combo-box', { ...attributes, 'allow-custom-value': 'false' });
}

const looks = {
  main: { variant: 'contained', mode: 'primary', size: 'md', 'full-width': 'true' },
  other: { variant: 'outline', mode: 'primary', size: 'md', 'full-width': 'true' },
  link: { variant: 'link', mode: 'primary', size: 'sm' },
} as const satisfies Record<Button['look'], Attributes>;

function button({ id, text, look, isDefault, skipsFields, needsPasskeys, provider }: Button): Html {
  return element(
    'descope-button',
    {
      id,
      'data-type': needsPasskeys ? 'biometrics' : 'button',
      'auto-submit': isDefault ? 'true' : 'false',
      formnovalidate: skipsFields && 'true',
      ...looks[look],
      'data-descope-oauth-provider': provider,
    },
    withoutTemplates(text),
  );
}
