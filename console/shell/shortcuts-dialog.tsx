import './shortcuts.css';
import { Modal, Stack, Switch, Title } from '@mantine/core';
import { useState } from 'react';
import { setUsesLetters, usesLetters } from '../components/shortcuts.ts';
import { useLanguage, useMessages } from '../i18n/language.tsx';
import { screens } from '../screens.ts';
import { useCanOpen } from './navigation.tsx';
import { shortcutMessages } from './shortcut-messages.ts';

/** The keys of a shortcut, and what they do. */
type Shortcut = [keys: string[], meaning: string];

/** Lists the keyboard shortcuts, and turns those that are single keys off. */
export default function ShortcutsDialog({ onClose }: { onClose(): void }) {
  const messages = useMessages(shortcutMessages);
  const { language } = useLanguage();
  const mayOpen = useCanOpen();
  const [isOn, setIsOn] = useState(usesLetters);
  const toScreens = screens
    .filter(mayOpen)
    .flatMap(({ entry }): Shortcut[] => (entry?.key ? [[['g', entry.key], entry.title[language]]] : []));
  return (
    <Modal opened onClose={onClose} title={messages.title} size="xl">
      <Stack>
        <div className="shortcuts">
          <List
            title={messages.inTables}
            shortcuts={[
              [['j', '↓'], messages.next],
              [['k', '↑'], messages.previous],
              [['Enter'], messages.open],
              [['x'], messages.select],
              [['/'], messages.search],
            ]}
          />
          <List title={messages.screens} shortcuts={toScreens} />
          <List
            title={messages.onColumns}
            shortcuts={[
              [['←', '→'], messages.resize],
              [['Enter'], messages.resetWidth],
            ]}
          />
          <List
            title={messages.everywhere}
            shortcuts={[
              [['Ctrl', 'K'], messages.palette],
              [['Ctrl', 'J'], messages.calls],
              [['?'], messages.help],
            ]}
          />
        </div>
        <Switch
          label={messages.useLetters}
          description={messages.useLettersLead}
          checked={isOn}
          onChange={(event) => {
            setUsesLetters(event.currentTarget.checked);
            setIsOn(event.currentTarget.checked);
          }}
        />
      </Stack>
    </Modal>
  );
}

function List({ title, shortcuts }: { title: string; shortcuts: Shortcut[] }) {
  return (
    <section aria-label={title}>
      <Title order={3} size="h4">
        {title}
      </Title>
      <dl>
        {shortcuts.map(([keys, meaning]) => (
          <div key={keys.join()}>
            <dt>{meaning}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
