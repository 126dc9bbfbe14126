import { type Language, momentIn } from '../../core/languages/language.ts';
import type { EventOrigin, NoticedFactor } from '../../core/security-notices.ts';

/** Returns the values of a security notice that are words of the template's language. */
export function noticeValues(data: object, now: number, language: Language): Record<string, string> {
  const { by, device, ip, factor } = data as Partial<EventOrigin & { factor: NoticedFactor }>;
  if (by === undefined) return {};
  const { factors, byAdministrator, unknownDevice } = language.texts.messages;
  const origin = by === 'administrator' ? byAdministrator : `${device || unknownDevice} (${ip})`;
  return { sentAt: momentIn(language, now), origin, ...(factor && { factor: factors[factor] }) };
}
