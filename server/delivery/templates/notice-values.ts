import type { EventOrigin, NoticedFactor } from '../../core/security-notices.ts';
import { languageOf } from './built-in.ts';

/** Returns the values of a security notice that are words of the template's language. */
export function noticeValues(data: object, now: number, locale: string): Record<string, string> {
  const { by, device, ip, factor } = data as Partial<EventOrigin & { factor: NoticedFactor }>;
  if (by === undefined) return {};
  const { factors, byAdministrator, unknownDevice } = languageOf(locale);
  const origin = by === 'administrator' ? byAdministrator : `${device || unknownDevice} (${ip})`;
  return { sentAt: momentIn(locale, now), origin, ...(factor && { factor: factors[factor] }) };
}

/** Formats a moment. The reader's time zone is unknown, so the text names the zone. */
function momentIn(locale: string, moment: number): string {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  return `${new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, options).format(moment)} UTC`;
}
