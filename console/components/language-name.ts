import { useMemo } from 'react';
import { useLanguage } from '../i18n/language.tsx';

/** Returns the name of a language in the viewer's language. */
export function useLanguageName(): (tag: string) => string {
  const { language } = useLanguage();
  return useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'language' });
    return (tag) => {
      try {
        return names.of(tag) ?? tag;
      } catch {
        return tag;
      }
    };
  }, [language]);
}
