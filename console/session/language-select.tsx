import { NativeSelect } from '@mantine/core';
import { Languages } from 'lucide-react';
import { useLanguage, useMessages } from '../i18n/language.tsx';
import { type Language, languages } from '../i18n/languages.ts';
import { shellMessages } from '../shell/messages.ts';

/** Uses the browser's own select: the code of a menu would be a fifth of the first load. */
export function LanguageSelect() {
  const { language, choose } = useLanguage();
  const messages = useMessages(shellMessages);
  return (
    <NativeSelect
      aria-label={messages.language}
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
