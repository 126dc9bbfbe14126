import { ActionIcon, Menu } from '@mantine/core';
import { Languages } from 'lucide-react';
import { useLanguage, useMessages } from '../i18n/language.tsx';
import { type Language, languages } from '../i18n/languages.ts';
import { shellMessages } from './messages.ts';

export function LanguageMenu() {
  const { language, choose } = useLanguage();
  const messages = useMessages(shellMessages);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={messages.language}>
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
