import { quoted, SamlError } from './error.ts';

const pattern = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:Z|[+-]00:00)$/;

/**
 * Returns the milliseconds of an xs:dateTime in UTC (saml-core §1.3.3: no other time zone); smaller parts are
 * cut off.
 */
export function parseInstant(text: string, what: string): number {
  const found = pattern.exec(text.trim());
  if (found) {
    const [year, month, day, hour, minute, second] = found.slice(1, 7).map(Number) as number[];
    const milliseconds = Number((found[7] ?? '').slice(0, 3).padEnd(3, '0'));
    const at = Date.UTC(year!, month! - 1, day!, hour!, minute!, second!, milliseconds);
    // Otherwise the 31st of February and the 25th hour would roll over.
    if (new Date(at).toISOString().startsWith(text.trim().slice(0, 19))) return at;
  }
  throw new SamlError('xml', `${what} is ${quoted(text)}, which is not a time in UTC.`);
}

export function formatInstant(at: number): string {
  return new Date(at).toISOString();
}
