import type { Texts } from '../../../core/languages/texts.ts';
import { type Html, html } from '../../../http/page.ts';
import { type AttributeDefinition, attributeLimits } from '../../directory/custom-attributes/attribute.ts';
import { fieldOf } from '../hosted-pages/fields.ts';
import type { Fields } from './account.ts';

/** Renders the field of a custom attribute, by its type. */
export function attributeField(
  { profile }: Texts['account'],
  { name, type, displayName, options }: AttributeDefinition,
  value: unknown,
): Html {
  const label = displayName || name;
  const field = fieldName(name);
  if (type === 'boolean')
    return html`<p><label class="choice"><input type="checkbox" name="${field}" value="yes"${
      value === true && html` checked`
    }><span>${label}</span></label></p>
`;
  if (type === 'singleSelect')
    return html`<div class="field"><label for="${field}">${label}</label>
<select id="${field}" name="${field}"><option value="">${profile.none}</option>
${options.map(
  (
    option,
  ) => html`<option value="${option.value}"${option.value === value && html` selected`}>${option.label}</option>
`,
)}</select></div>
`;
  if (type === 'multiSelect') {
    const chosen = Array.isArray(value) ? value : [];
    return html`<fieldset><legend>${label}</legend><div class="choices">
${options.map(
  (option) => html`<label class="choice"><input type="checkbox" name="${field}" value="${option.value}"${
    chosen.includes(option.value) && html` checked`
  }><span>${option.label}</span></label>
`,
)}</div></fieldset>
`;
  }
  return fieldOf({
    name: field,
    label,
    autocomplete: 'off',
    isOptional: true,
    maxLength: attributeLimits.textBytes,
    value: value === undefined ? '' : String(value),
    ...(type === 'date' && { type: 'date' as const }),
    ...(type === 'number' && { isNumeric: true }),
    ...(type === 'monthDay' && { hint: profile.monthDay }),
  });
}

/** Returns the value from the form; an empty text removes it. `undefined`: it stays as it is. */
export function readAttribute({ name, type }: AttributeDefinition, fields: Fields, before: unknown): unknown {
  const field = fieldName(name);
  const text = fields.one[field];
  switch (type) {
    case 'boolean':
      // An attribute without a value stays without one until the user checks the box.
      return text === 'yes' ? true : before === undefined ? undefined : false;
    case 'multiSelect': {
      const chosen = fields.all(field);
      return chosen.length === 0 ? '' : chosen;
    }
    case 'number': {
      // Text that is no number is refused with the reason.
      const number = Number(text?.trim().replace(',', '.'));
      return text?.trim() && !Number.isNaN(number) ? number : text;
    }
    default:
      return text;
  }
}

export function fieldName(name: string): string {
  return `attribute-${name}`;
}
