import { Alert, Button, Code, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../api/use-api.ts';
import { messageOf } from '../../parts/error-notice.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useLanguage, useWords } from '../../words/language.tsx';
import { connectorWords } from './words-connectors.ts';

/** Sends a message now, and shows what the other side answers. */
export function ConnectorTest({ channel, onClose }: { channel: 'email' | 'sms'; onClose(): void }) {
  const words = useWords(connectorWords);
  const all = useWords(everywhere);
  const { language } = useLanguage();
  const [to, setTo] = useState('');
  const test = useWrite((client) => client.management.connectors.test(channel, to.trim(), language), {
    changes: [['messages']],
    tellsFailure: false,
    keepsAnswer: true,
  });
  return (
    <Modal opened onClose={onClose} title={words.testTitle(words[channel])}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          test.mutate(undefined);
        }}
        noValidate
      >
        <Stack>
          <TextInput
            label={channel === 'email' ? words.testEmail : words.testSms}
            type={channel === 'email' ? 'email' : 'tel'}
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
            data-autofocus
          />
          {test.isSuccess && (
            <Alert color="teal" role="status" title={words.testSent}>
              <Said text={test.data.response || words.noWords} />
            </Alert>
          )}
          {test.error && (
            <Alert color="red" role="alert" title={words.testFailed}>
              <Said text={messageOf(test.error, all)} />
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {all.close}
            </Button>
            <Button type="submit" loading={test.isPending} disabled={!to.trim()}>
              {words.send}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function Said({ text }: { text: string }) {
  return (
    <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
      <Code style={{ whiteSpace: 'pre-wrap' }}>{text}</Code>
    </Text>
  );
}
