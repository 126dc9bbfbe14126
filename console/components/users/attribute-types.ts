import type { CustomAttribute } from '../../../client/client.ts';

/** Formats a value for display. */
export function attributeText(
  { options }: Pick<CustomAttribute, 'options'>,
  value: unknown,
  { yes, no }: { yes: string; no: string },
): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? yes : no;
  return [value]
    .flat()
    .map((one) => options.find((option) => option.value === one)?.label ?? String(one))
    .join(', ');
}

/** Reports whether the text is a valid month and day. February 29 is valid. */
export function isMonthDay(text: string): boolean {
  return isDay(`2000-${text}`);
}

export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
