import type { Language } from '../../../http/language.ts';

export const texts: Record<Language, { title: string; none: string }> = {
  en: {
    title: 'Your applications',
    none: 'You don’t have any applications yet. Ask your administrator for access.',
  },
  de: {
    title: 'Ihre Anwendungen',
    none: 'Sie haben noch keine Anwendungen. Bitten Sie Ihre Administration um Zugang.',
  },
};
