import type { Language } from '../../../../http/language.ts';
import { english } from './english.ts';
import { german } from './german.ts';
import type { Texts } from './text.ts';

export const texts: Record<Language, Texts> = { en: english, de: german };
