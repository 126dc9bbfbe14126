import { ActionIcon, Menu } from '@mantine/core';
import { Languages } from 'lucide-react';
import { type Language, languages, useLanguage, useWords } from '../words/language.tsx';
import { shellWords } from './words.ts';

export function LanguageMenu() {
  const { language, choose } = useLanguage();
  const words = useWords(shellWords);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={words.language}>
          <Languages size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(languages).map(([tag, name]) => (
          <Menu.Item
            key={tag}
            lang={tag}
            onClick={() => choose(tag as Language)}
            {...(tag === language && { fw: 600 })}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
