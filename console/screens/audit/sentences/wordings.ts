import type { Language } from '../../../i18n/languages.ts';
import { englishWording } from './english.ts';
import { germanWording } from './german.ts';
import type { Wording } from './template.ts';

const wordings = { en: englishWording, de: germanWording };

export function wordingOf(language: Language): Wording {
  return wordings[language];
}
