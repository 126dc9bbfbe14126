import { NativeSelect } from '@mantine/core';
import { Languages } from 'lucide-react';
import { shellWords } from '../shell/words.ts';
import { type Language, languages, useLanguage, useWords } from '../words/language.tsx';

/** The browser's own list: the code of a menu would be a fifth of the first load. */
export function LanguageSelect() {
  const { language, choose } = useLanguage();
  const words = useWords(shellWords);
  return (
    <NativeSelect
      aria-label={words.language}
      size="xs"
      variant="unstyled"
      classNames={{ input: 'language' }}
      leftSection={<Languages size={18} aria-hidden />}
      value={language}
      onChange={(event) => choose(event.currentTarget.value as Language)}
    >
      {Object.entries(languages).map(([tag, name]) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </NativeSelect>
  );
}
