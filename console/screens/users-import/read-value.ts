import type { CustomAttribute } from '../../../client/client.ts';
import { attributeLimits, attributeTypes } from '../../../client/constants.ts';
import { isDay, isMonthDay } from '../../components/users/attribute-types.ts';
import type { ImportMessages } from './messages.ts';

const yes = ['true', 'yes', 'ja', 'y', 'j', '1', 'x', 'wahr'];
const no = ['false', 'no', 'nein', 'n', '0', 'falsch'];

/** Returns undefined if the text is neither yes nor no. */
export function readFlag(text: string): boolean | undefined {
  const folded = text.toLowerCase();
  if (yes.includes(folded)) return true;
  return no.includes(folded) ? false : undefined;
}

interface Read {
  value?: unknown;
  /** The rule that the value violates. */
  rule?: string;
}

/** Parses the value of a custom attribute by its type. */
export function readAttribute(attribute: CustomAttribute, text: string, messages: ImportMessages): Read {
  const { rules } = messages.problems;
  const { type, options } = attribute;
  const optionOf = (text: string) =>
    options.find(({ value }) => value === text)?.value ?? options.find(({ label }) => label === text)?.value;
  const choices = options.map(({ value }) => value).join(', ');
  const of = (value: unknown, isRight: boolean, rule: string): Read => (isRight ? { value } : { rule });
  switch (type) {
    case attributeTypes.number: {
      const number = Number(text.replace(/^(-?\d+),(\d+)$/, '$1.$2'));
      return of(number, Number.isFinite(number), rules.number);
    }
    case attributeTypes.boolean:
      return of(readFlag(text), readFlag(text) !== undefined, rules.boolean);
    case attributeTypes.singleSelect:
      return of(optionOf(text), optionOf(text) !== undefined, rules.option(choices));
    case attributeTypes.multiSelect: {
      const items = text.split(/[;|]/).map((item) => item.trim());
      const values = items.filter((item) => item !== '').map(optionOf);
      return of(values, !values.includes(undefined), rules.options(choices));
    }
    case attributeTypes.date:
      return of(text, isDay(text), rules.date);
    case attributeTypes.monthDay:
      return of(text, isMonthDay(text), rules.monthDay);
    default:
      return of(text, new TextEncoder().encode(text).length <= attributeLimits.textBytes, rules.text);
  }
}
