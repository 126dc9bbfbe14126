import { Button, Card, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { baseUrl } from '../../../api/base-url.ts';
import { Choice } from '../../../components/choice.tsx';
import { ScreenLink } from '../../../components/links.tsx';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { useProject } from '../../../session/project.tsx';
import { flowTabMessages } from '../tab-messages.ts';
import { fillExample } from './fill-example.ts';
import { flowExamples } from './flow-examples.ts';

/** Shows what to write into a page so that it shows the flow. */
export function CodeTab({ flowId }: { flowId: string }) {
  const messages = useMessages(flowTabMessages);
  const { copy, copied } = useMessages(sharedMessages);
  const { project } = useProject();
  const [title, setTitle] = useState<string>(flowExamples[0].title);
  const example = flowExamples.find((one) => one.title === title) ?? flowExamples[0];
  const code = fillExample(example.code, { baseUrl, projectId: project.id, flowId });
  return (
    <Card withBorder component="section" aria-label={messages.code}>
      <Stack>
        <Text size="sm" c="dimmed" maw={720}>
          {messages.codeLead}{' '}
          <ScreenLink to="settings" state={{ tab: 'addresses' }} underline="always">
            {messages.toOrigins}
          </ScreenLink>
        </Text>
        <Group justify="space-between" align="flex-end">
          <Choice
            label={messages.framework}
            value={title}
            onChange={setTitle}
            options={flowExamples.map(({ title }) => ({ value: title, label: title }))}
          />
          <CopyButton value={code} timeout={1500}>
            {({ copied: isCopied, copy: take }) => (
              <Button
                variant="default"
                leftSection={isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
                onClick={take}
              >
                {isCopied ? copied : copy(messages.example(title))}
              </Button>
            )}
          </CopyButton>
        </Group>
        <Code block tabIndex={0}>
          {code}
        </Code>
      </Stack>
    </Card>
  );
}
