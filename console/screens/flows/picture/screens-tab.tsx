import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { flowTabMessages } from '../tab-messages.ts';
import type { ExportedFlow } from '../use-flow.ts';
import { Picture } from './picture.tsx';
import { Transitions } from './transitions.tsx';

/** Shows the screens of a flow: as a picture, and as a list of everything that can follow. */
export function ScreensTab({ exported: { flow, screens } }: { exported: ExportedFlow }) {
  const messages = useMessages(flowTabMessages);
  const [chosen, setChosen] = useState<string>();
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? Object.keys(flow.dsl.screens) : [chosen].filter((screen) => screen !== undefined);
  const titles = new Map(
    screens.flatMap(({ id, texts }) => {
      const title = texts.find((text) => text.id === 'title')?.text;
      return title ? [[id, title] as const] : [];
    }),
  );
  return (
    <Stack gap="lg">
      <Card withBorder component="section" aria-label={messages.picture}>
        <Text size="sm" c="dimmed" mb="md" maw={720}>
          {messages.pictureLead}
        </Text>
        <Picture document={flow.dsl} titles={titles} chosen={chosen} onChoose={setChosen} />
      </Card>
      <section>
        <Group justify="space-between" mb="sm">
          <Title order={2} size="h4">
            {messages.transitions}
          </Title>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={showsAll}
            onClick={() => setShowsAll(!showsAll)}
          >
            {showsAll ? messages.fewerTransitions : messages.allTransitions}
          </Button>
        </Group>
        {shown.length === 0 ? (
          <Text size="sm" c="dimmed">
            {messages.noneChosen}
          </Text>
        ) : (
          <Transitions document={flow.dsl} screens={shown} />
        )}
      </section>
    </Stack>
  );
}
