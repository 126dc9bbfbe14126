import { type ErrorCode, ServiceError } from '../../../core/errors.ts';
import type { Language } from '../../../core/languages/language.ts';
import type { Texts } from '../../../core/languages/texts.ts';
import { AdministratorRefusal } from '../../sessions/tenant-administrators/refusal.ts';
import { textOfProblem } from '../hosted-pages/problem-text.ts';

const names: Partial<Record<ErrorCode, keyof Texts['tenantPage']['problems']>> = {
  E011002: 'wrongForm',
  E011003: 'wrongForm',
  E011004: 'wrongForm',
  E062107: 'taken',
  E064013: 'notAllowed',
  E111127: 'taken',
  E111202: 'gone',
  E111203: 'domainTaken',
  E111204: 'gone',
  E111302: 'gone',
  E111401: 'roleExists',
  E111402: 'gone',
  E111501: 'gone',
  E112102: 'gone',
  E113001: 'cannotSend',
  E113003: 'cannotSend',
};

/** Returns the reason why a form was refused. Throws an error that is none. */
export function reasonOf(language: Language, error: unknown): string {
  if (!(error instanceof ServiceError) || error.status >= 500) throw error;
  const { problems } = language.texts.tenantPage;
  if (error instanceof AdministratorRefusal) return problems[error.kind];
  if (error.code === 'E130429')
    return textOfProblem(language, { name: 'tooMany', seconds: error.retryAfterSeconds });
  return problems[names[error.code] ?? 'mistake'];
}
