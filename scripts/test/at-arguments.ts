export interface TestAtArguments {
  /** Milliseconds since 1970. Default: the true time. */
  at: number | undefined;
  timeZone: string | undefined;
  isBusy: boolean;
  onOneCore: boolean;
  /** The arguments for `npm test`. */
  testArguments: string[];
}

/** Reads the options of `npm run test:at`. `--at` is a date and time, or a time of the UTC day of `now`. */
export function parseTestAtArguments(args: string[], now: number): TestAtArguments {
  const parsed: TestAtArguments = {
    at: undefined,
    timeZone: undefined,
    isBusy: false,
    onOneCore: false,
    testArguments: [],
  };
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] as string;
    if (arg === '--at') parsed.at = readMoment(args[++index], now);
    else if (arg === '--tz') parsed.timeZone = readTimeZone(args[++index]);
    else if (arg === '--busy') parsed.isBusy = true;
    else if (arg === '--one-core') parsed.onOneCore = true;
    else parsed.testArguments.push(arg);
  }
  return parsed;
}

function readMoment(text = '', now: number): number {
  const today = new Date(now).toISOString().slice(0, 10);
  const moment = Date.parse(/^\d\d:\d\d$/.test(text) ? `${today}T${text}Z` : text);
  // Without a zone, the time would depend on the machine.
  if (Number.isNaN(moment) || !/^\d\d:\d\d$|Z$/.test(text))
    throw new Error(`--at must be a moment in UTC such as 2028-02-29T00:03Z or 00:03, not "${text}".`);
  return moment;
}

function readTimeZone(text = ''): string {
  if (!Intl.supportedValuesOf('timeZone').includes(text) && text !== 'UTC')
    throw new Error(`--tz must be a time zone such as Pacific/Auckland, not "${text}".`);
  return text;
}
