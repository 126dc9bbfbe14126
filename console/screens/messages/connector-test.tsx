import { Alert, Button, Code, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../api/use-api.ts';
import { messageOf } from '../../components/error-notice.tsx';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { connectorMessages } from './connector-messages.ts';

/** Sends a test message and shows the provider's response. */
export function ConnectorTest({ channel, onClose }: { channel: 'email' | 'sms'; onClose(): void }) {
  const texts = useMessages(connectorMessages);
  const all = useMessages(sharedMessages);
  const { language } = useLanguage();
  const [to, setTo] = useState('');
  const test = useWrite((client) => client.management.connectors.test(channel, to.trim(), language), {
    changes: [['messages']],
    reportsFailure: false,
    keepsResponse: true,
  });
  return (
    <Modal opened onClose={onClose} title={texts.testTitle(texts[channel])}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          test.mutate(undefined);
        }}
        noValidate
      >
        <Stack>
          <TextInput
            label={channel === 'email' ? texts.testEmail : texts.testSms}
            type={channel === 'email' ? 'email' : 'tel'}
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
            data-autofocus
          />
          {test.isSuccess && (
            <Alert color="teal" role="status" title={texts.testSent}>
              <ProviderResponse text={test.data.response || texts.emptyResponse} />
            </Alert>
          )}
          {test.error && (
            <Alert color="red" role="alert" title={texts.testFailed}>
              <ProviderResponse text={messageOf(test.error, all)} />
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {all.close}
            </Button>
            <Button type="submit" loading={test.isPending} disabled={!to.trim()}>
              {texts.send}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function ProviderResponse({ text }: { text: string }) {
  return (
    <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
      <Code style={{ whiteSpace: 'pre-wrap' }}>{text}</Code>
    </Text>
  );
}
