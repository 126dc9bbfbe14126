import { type Command, InvalidArgumentError, Option } from 'commander';

export function withJson(command: Command): Command {
  return command.option('--json', 'print JSON, for scripts');
}

/** Collects the values of an option that can be given several times. */
export function repeatable(flags: string, description: string): Option {
  return new Option(flags, `${description} (repeatable)`).argParser(
    (value: string, values: string[] | undefined) => [...(values ?? []), value],
  );
}

export function wholeNumber(min: number, max: number) {
  return (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

/** Returns the start of the day in UTC, in milliseconds. */
export function day(text: string): number {
  const moment = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(moment)) return moment;
  throw new InvalidArgumentError('It must be a day, such as 2026-01-31.');
}
