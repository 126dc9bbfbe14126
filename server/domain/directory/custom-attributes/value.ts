import { ServiceError } from '../../../core/errors.ts';
import { type AttributeDefinition, type AttributeType, attributeLimits } from './attribute.ts';

type Valued = Pick<AttributeDefinition, 'name' | 'type' | 'options'>;

/** A value in the form that is kept. E011004 says what the attribute must be. */
export function readValue(attribute: Valued, value: unknown): unknown {
  const read = readers[attribute.type](
    value,
    attribute.options.map((option) => option.value),
  );
  if (read !== undefined) return read;
  throw new ServiceError(
    'E011004',
    `The custom attribute ${attribute.name} must be ${requirement(attribute)}`,
  );
}

/** `undefined`: not a value of the type. Nothing is converted: `"1"` is no number and `0` no boolean. */
const readers: Record<AttributeType, (value: unknown, options: string[]) => unknown> = {
  text: (value) => (isShortText(value) ? value : undefined),
  number: (value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined),
  boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  singleSelect: (value, options) => options.find((option) => option === value),
  multiSelect: (value, options) =>
    // Each once, in the order of the options: what is the same choice is the same value.
    Array.isArray(value) && value.every((one) => options.includes(one))
      ? options.filter((option) => value.includes(option))
      : undefined,
  date: (value) => (typeof value === 'string' && isDate(value) ? value : undefined),
  monthDay: (value) =>
    // A leap year has every day.
    typeof value === 'string' && isDate(`2000-${value}`) ? value : undefined,
};

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && Buffer.byteLength(value) <= attributeLimits.textBytes;
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  // The 30th of February is read as a day of March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function requirement({ type, options }: Valued): string {
  switch (type) {
    case 'text':
      return `a text of at most ${attributeLimits.textBytes} bytes`;
    case 'number':
      return 'a number';
    case 'boolean':
      return 'true or false';
    case 'singleSelect':
      return `one of ${choices(options)}`;
    case 'multiSelect':
      return `a list of some of ${choices(options)}`;
    case 'date':
      return 'a date as YYYY-MM-DD';
    case 'monthDay':
      return 'a month and a day as MM-DD';
  }
}

function choices(options: { value: string }[]): string {
  const shown = options.slice(0, 10).map(({ value }) => value);
  return shown.join(', ') + (options.length > shown.length ? ', …' : '');
}
