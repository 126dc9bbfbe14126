import { ServiceError } from '../../../core/errors.ts';
import { type Static, t } from '../../../http/schema.ts';
import {
  type AttributeDefinition,
  type AttributeOption,
  type AttributeType,
  attributeLimits,
  attributeNameRule,
  attributeTypes,
} from './attribute.ts';
import type { NewAttribute } from './define-attributes.ts';

/** Values by attribute name, where `null` is a value: the attribute has none. */
export const attributeValues = (options: Parameters<typeof t.map>[1] = {}) =>
  t.map(t.any({ nullIsValue: true }), options);

/** A required text: an empty one is refused as missing. */
const filled = { emptyIsAbsent: true, maxLength: 255 };

const permissions = t.optional(t.list(t.text({ maxLength: 255 }), { maxItems: 100 }));

export const attributeTypeNumbers =
  '1 text, 2 number, 3 true or false, 4 one of the options, 5 some of the options, 6 date (YYYY-MM-DD), ' +
  '7 month and day (MM-DD)';

export const newAttribute = t.object({
  name: t.text({ ...filled, description: `${attributeNameRule}. Case-sensitive` }),
  type: t.any({ description: `${attributeTypeNumbers}. Words such as "text" or "number" are also accepted` }),
  options: t.optional(
    t.list(t.any({ description: 'Objects with `value` and `label`, or texts that are both' }), {
      maxItems: attributeLimits.options,
      description: 'Required for types 4 and 5, not allowed for others',
    }),
  ),
  displayName: t.optional(t.text({ maxLength: 255 })),
  defaultValue: t.optional(
    t.any({ description: 'A value of this type. Stored and returned, but never filled in' }),
  ),
  viewPermissions: permissions,
  editPermissions: permissions,
});

export const newAttributesInput = t.object({
  attributes: t.list(newAttribute, { minItems: 1, maxItems: attributeLimits.attributes }),
});

export const attributeNamesInput = t.object({
  names: t.list(t.text({ ...filled, minLength: 1 }), { minItems: 1, maxItems: attributeLimits.attributes }),
});

const attributeSchema = t.object(
  {
    name: t.text(),
    type: t.integer({ description: attributeTypeNumbers }),
    displayName: t.text(),
    options: t.list(t.object({ value: t.text(), label: t.text() })),
    defaultValue: t.any({ description: '`null`: none' }),
    viewPermissions: t.list(t.text()),
    editPermissions: t.list(t.text()),
    editable: t.optional(t.flag({ description: 'The caller may change the values' })),
  },
  { $id: 'CustomAttribute' },
);

/** SDKs read the list under two names. */
export const attributesSchema = t.object({
  data: t.list(attributeSchema),
  attributes: t.list(attributeSchema, { description: 'A copy of the list' }),
  total: t.integer(),
});

export function attributesToWire(definitions: AttributeDefinition[]): Static<typeof attributesSchema> {
  const data = definitions.map(({ id: _, type, ...definition }) => ({
    ...definition,
    type: attributeTypes.indexOf(type) + 1,
    editable: true,
  }));
  return { data, attributes: data, total: data.length };
}

export function attributesFromWire({ attributes }: Static<typeof newAttributesInput>): NewAttribute[] {
  return attributes.map(({ type, options, ...attribute }) => ({
    ...attribute,
    type: readType(attribute.name, type),
    options: options?.map((option) => readOption(attribute.name, option)),
  }));
}

/** The words that SDKs send for types; case, spaces and hyphens are ignored. */
const typesByWord = new Map<string, AttributeType>([
  ...attributeTypes.map((type): [string, AttributeType] => [type.toLowerCase(), type]),
  ['string', 'text'],
  ['integer', 'number'],
  ['bool', 'boolean'],
  ['select', 'singleSelect'],
  ['array', 'multiSelect'],
]);

function readType(name: string, type: unknown): AttributeType {
  const read =
    typeof type === 'string'
      ? typesByWord.get(type.toLowerCase().replace(/[\s_-]/g, ''))
      : attributeTypes[Number.isInteger(type) ? (type as number) - 1 : -1];
  if (read) return read;
  throw new ServiceError('E011003', `The type of ${name} must be one of: ${attributeTypeNumbers}`);
}

function readOption(name: string, option: unknown): AttributeOption {
  const { value, label } = (typeof option === 'object' ? option : { value: option }) as Record<
    string,
    unknown
  >;
  const read = { value: value ?? label, label: label ?? value };
  if (isOptionText(read.value) && isOptionText(read.label)) return { value: read.value, label: read.label };
  throw new ServiceError(
    'E011003',
    `An option of ${name} is invalid. Give a text of at most 255 characters, or an object with such a value`,
  );
}

function isOptionText(text: unknown): text is string {
  return typeof text === 'string' && text.length <= 255;
}
