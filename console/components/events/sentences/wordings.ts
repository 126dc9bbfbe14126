import type { Language } from '../../../i18n/languages.ts';
import { englishWording } from './english-wording.ts';
import { germanWording } from './german-wording.ts';
import type { Wording } from './template.ts';

const wordings = { en: englishWording, de: germanWording };

export function wordingOf(language: Language): Wording {
  return wordings[language];
}
