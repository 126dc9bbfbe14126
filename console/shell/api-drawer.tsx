import { Badge, Code, Drawer, Group, ScrollArea, Stack, Tabs, Text } from '@mantine/core';
import { type RecordedCall, useRecordedCalls } from '../api/recorder.ts';
import { CopyText } from '../components/copy-text.tsx';
import { useMessages } from '../i18n/language.tsx';
import { clientCode, curlCode } from './call-code.ts';
import { shellMessages } from './messages.ts';

/** Shows the API calls of the open screen as client library code and as curl commands. */
export default function ApiDrawer({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const messages = useMessages(shellMessages);
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size="lg"
      title={messages.api}
      scrollAreaComponent={ScrollArea.Autosize}
    >
      <Text size="sm" c="dimmed" mb="md">
        {messages.apiLead}
      </Text>
      <Calls />
    </Drawer>
  );
}

function Calls() {
  const messages = useMessages(shellMessages);
  const calls = useRecordedCalls();
  if (calls.length === 0) return <Text size="sm">{messages.apiNone}</Text>;
  return (
    <Stack gap="lg">
      {calls.map((call) => (
        <Call key={call.id} call={call} />
      ))}
    </Stack>
  );
}

function Call({ call }: { call: RecordedCall }) {
  const messages = useMessages(shellMessages);
  const { name, status, milliseconds } = call;
  const codes = { client: clientCode(call), curl: curlCode(call) };
  return (
    <section aria-label={name}>
      <Group justify="space-between" mb={4} wrap="nowrap">
        <Text size="sm" fw={600} ff="monospace" truncate>
          {name}
        </Text>
        {status !== undefined && (
          <Badge variant="light" color={status >= 200 && status < 300 ? 'teal' : 'red'} tt="none">
            {status || '—'} · {Math.round(milliseconds ?? 0)} ms
          </Badge>
        )}
      </Group>
      <Tabs defaultValue="client" variant="outline" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="client">{messages.client}</Tabs.Tab>
          <Tabs.Tab value="curl">curl</Tabs.Tab>
        </Tabs.List>
        {(['client', 'curl'] as const).map((kind) => (
          <Tabs.Panel key={kind} value={kind} pt={4}>
            <Code block tabIndex={0}>
              {codes[kind]}
            </Code>
            <Group justify="flex-end" mt={4}>
              <CopyText text={codes[kind]} what={kind} shown={kind} />
            </Group>
          </Tabs.Panel>
        ))}
      </Tabs>
    </section>
  );
}
