import { Card, Stack, Text, Title } from '@mantine/core';
import { useMessages } from '../../../i18n/language.tsx';
import { type FlowDocument, type Transition, transitionsOf } from '../flow-document.ts';
import { flowTabMessages } from '../tab-messages.ts';

interface TransitionsProps {
  document: FlowDocument;
  /** The screens to list. */
  screens: string[];
}

/** Lists what the picture shows: the interactions of screens, and what each can open. */
export function Transitions({ document, screens }: TransitionsProps) {
  const messages = useMessages(flowTabMessages);
  const all = transitionsOf(document);
  return (
    <Stack gap="md">
      {screens.map((screen) => {
        const own = all.filter((transition) => transition.screen === screen);
        return (
          <Card key={screen} withBorder component="section" p="md" aria-label={screen}>
            <Title order={3} size="h5" mb="xs">
              <code>{screen}</code>
            </Title>
            {own.length === 0 && <Text size="sm">{messages.noInteraction}</Text>}
            <ul className="flow-interactions">
              {own.map((transition) => (
                <Interaction key={transition.interaction} transition={transition} />
              ))}
            </ul>
          </Card>
        );
      })}
    </Stack>
  );
}

function Interaction({ transition: { interaction, does, to } }: { transition: Transition }) {
  const messages = useMessages(flowTabMessages);
  return (
    <li>
      <code>{interaction}</code>
      <code className="does">{does}</code>
      <span>{messages.opens(to.map((next) => messages.ends[next] ?? next).join(', '))}</span>
    </li>
  );
}
