import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { readPreference, writePreference } from '../components/preferences.ts';
import { type Language, languages, type Messages } from './languages.ts';

interface Choice {
  language: Language;
  choose(language: Language): void;
}

const LanguageContext = createContext<Choice | undefined>(undefined);
const storageKey = 'language';

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(initialLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const choose = useCallback((language: Language) => {
    writePreference(storageKey, language);
    setLanguage(language);
  }, []);
  const choice = useMemo(() => ({ language, choose }), [language, choose]);
  return <LanguageContext.Provider value={choice}>{children}</LanguageContext.Provider>;
}

function initialLanguage(): Language {
  const stored = readPreference<string>(storageKey, '');
  const preferred = navigator.languages.map((tag) => tag.split('-')[0] ?? '');
  return [stored, ...preferred].find(isLanguage) ?? 'en';
}

const isLanguage = (tag: string): tag is Language => Object.hasOwn(languages, tag);

export function useLanguage(): Choice {
  const choice = useContext(LanguageContext);
  if (!choice) throw new Error('useLanguage requires a LanguageProvider');
  return choice;
}

/** Returns the texts in the viewer's language. */
export function useMessages<T>(messages: Messages<T>): T {
  return messages[useLanguage().language];
}
