import { Checkbox, Code, SimpleGrid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { eventsOf, nouns } from './events.ts';
import { webhookMessages } from './messages.ts';

interface EventChoiceProps {
  value: string[];
  onChange(events: string[]): void;
  error: ReactNode;
  /** By which errors of the server find the field. */
  'data-path': string;
}

/** Selects single events or all events of a noun, which replaces its single events. */
export function EventChoice({ value, onChange, error, ...path }: EventChoiceProps) {
  const messages = useMessages(webhookMessages);
  const choose = (events: string[]) =>
    onChange(events.filter((event) => event.endsWith('.*') || !events.includes(`${event.split('.')[0]}.*`)));
  return (
    <Checkbox.Group value={value} onChange={choose} aria-label={messages.some} error={error} {...path}>
      <SimpleGrid cols={{ base: 1, xs: 3 }} mb="xs">
        {nouns.map((noun) => (
          <Stack key={noun} gap="xs">
            <Checkbox value={`${noun}.*`} label={messages.wholeNoun(messages.nouns[noun])} />
            {eventsOf(noun).map((event) => (
              <Checkbox
                key={event}
                value={event}
                label={<Code>{event}</Code>}
                disabled={value.includes(`${noun}.*`)}
              />
            ))}
          </Stack>
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}
