import { Checkbox, Code, SimpleGrid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../../words/language.tsx';
import { eventsOf, nouns } from './events.ts';
import { webhookWords } from './words.ts';

interface EventChoiceProps {
  value: string[];
  onChange(events: string[]): void;
  error: ReactNode;
}

/** Single events, or all of a noun, which then stands for its own. */
export function EventChoice({ value, onChange, error }: EventChoiceProps) {
  const words = useWords(webhookWords);
  const choose = (events: string[]) =>
    onChange(events.filter((event) => event.endsWith('.*') || !events.includes(`${event.split('.')[0]}.*`)));
  return (
    <Checkbox.Group value={value} onChange={choose} aria-label={words.some} error={error}>
      <SimpleGrid cols={{ base: 1, xs: 3 }} mb="xs">
        {nouns.map((noun) => (
          <Stack key={noun} gap="xs">
            <Checkbox value={`${noun}.*`} label={words.wholeNoun(words.nouns[noun])} />
            {eventsOf[noun].map((event) => (
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
