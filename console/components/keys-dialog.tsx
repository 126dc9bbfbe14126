import { Modal, Stack, Switch, Title } from '@mantine/core';
import { useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { readPreference, writePreference } from './preferences.ts';
import { tableMessages } from './table-messages.ts';
import { lettersKey } from './use-row-keys.ts';

/** Lists the keyboard shortcuts, and turns those that are single letters off. */
export default function KeysDialog({ onClose }: { onClose(): void }) {
  const messages = useMessages(tableMessages);
  const [usesLetters, setUsesLetters] = useState(() => readPreference(lettersKey, true));
  const groups: [string, [string[], string][]][] = [
    [
      messages.inTables,
      [
        [['j', '↓'], messages.next],
        [['k', '↑'], messages.previous],
        [['Enter'], messages.open],
        [['x'], messages.select],
        [['/'], messages.search],
        [['?'], messages.help],
      ],
    ],
    [
      messages.onColumns,
      [
        [['←', '→'], messages.resize],
        [['Enter'], messages.resetWidth],
      ],
    ],
    [
      messages.everywhere,
      [
        [['Ctrl K'], messages.palette],
        [['Ctrl J'], messages.calls],
      ],
    ],
  ];
  return (
    <Modal opened onClose={onClose} title={messages.keys}>
      <Stack>
        {groups.map(([title, keys]) => (
          <section key={title} aria-label={title}>
            <Title order={3} size="h4">
              {title}
            </Title>
            <dl className="keys">
              {keys.map(([names, meaning]) => (
                <div key={names.join()}>
                  <dt>{meaning}</dt>
                  <dd>
                    {names.map((name) => (
                      <kbd key={name}>{name}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <Switch
          label={messages.useLetters}
          description={messages.useLettersLead}
          checked={usesLetters}
          onChange={(event) => {
            writePreference(lettersKey, event.currentTarget.checked);
            setUsesLetters(event.currentTarget.checked);
          }}
        />
      </Stack>
    </Modal>
  );
}
