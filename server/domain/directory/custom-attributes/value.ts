import { ServiceError } from '../../../core/errors.ts';
import { type AttributeDefinition, type AttributeType, attributeLimits } from './attribute.ts';

type Valued = Pick<AttributeDefinition, 'name' | 'type' | 'options'>;

/** Returns a value as it is stored. E011004 says which values the attribute accepts. */
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

/**
 * Each reader returns `undefined` for a value of another type. Values are not converted: `"1"` is not a number, and
 * `0` is not a boolean.
 */
const readers: Record<AttributeType, (value: unknown, options: string[]) => unknown> = {
  text: (value) => (isShortText(value) ? value : undefined),
  number: (value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined),
  boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  singleSelect: (value, options) => options.find((option) => option === value),
  multiSelect(value, options) {
    if (!Array.isArray(value)) return undefined;
    const wanted = new Set<unknown>(value);
    // Each choice once, in the order of the options, so that equal choices are equal values.
    const chosen = options.filter((option) => wanted.has(option));
    return chosen.length === wanted.size ? chosen : undefined;
  },
  date: (value) => (typeof value === 'string' && isDate(value) ? value : undefined),
  monthDay: (value) =>
    // A leap year contains every day.
    typeof value === 'string' && isDate(`2000-${value}`) ? value : undefined,
};

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && Buffer.byteLength(value) <= attributeLimits.textBytes;
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  // JavaScript parses 30 February as a day in March.
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
