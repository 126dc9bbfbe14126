import { Badge, Button, Card, Code, Group, Stack, Title } from '@mantine/core';
import { Mail, MessageSquareText, Send } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { MessageConnector } from '../../../client/client.ts';
import { useWrite } from '../../api/use-api.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Details } from '../../parts/details.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useMay, useSession } from '../../session/session.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { ConnectorTest } from './connector-test.tsx';
import { HttpForm } from './http-form.tsx';
import { SmtpForm } from './smtp-form.tsx';
import { TwilioForm } from './twilio-form.tsx';
import { connectorWords } from './words-connectors.ts';

interface ConnectorCardProps {
  channel: 'email' | 'sms';
  connector: MessageConnector | undefined;
}

type Dialog = 'smtp' | 'twilio' | 'http' | 'test' | 'delete';

/** What carries the messages of one channel. */
export function ConnectorCard({ channel, connector }: ConnectorCardProps) {
  const words = useWords(connectorWords);
  const { edit, delete: deleteWord } = useWords(everywhere);
  const mayChange = useMay('administrator');
  const { mode } = useSession();
  const headingId = useId();
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const remove = useWrite((client) => client.management.connectors.delete(channel), {
    changes: [['connectors']],
    done: words.deleted,
  });
  const button = (what: Dialog, label: string, more: object = {}) => (
    <Button key={what} variant="default" disabled={!mayChange} onClick={() => setDialog(what)} {...more}>
      {label}
    </Button>
  );
  const setUps =
    channel === 'email'
      ? [button('smtp', words.setUpSmtp)]
      : [button('twilio', words.setUpTwilio), button('http', words.setUpHttp)];
  const forms = {
    opened: (provider: string) => dialog === provider,
    of: (provider: string) => (connector?.provider === provider ? connector : undefined),
  };
  return (
    <Card withBorder component="section" aria-labelledby={headingId}>
      <Stack>
        <Group justify="space-between">
          <Title order={2} size="h4" id={headingId}>
            {words[channel]}
          </Title>
          {connector && (
            <Badge variant="light" tt="none">
              {words.providers[connector.provider] ?? connector.provider}
            </Badge>
          )}
        </Group>
        {connector ? (
          <>
            <Facts {...connector} />
            <Group gap="xs">
              {button('test', words.test, { leftSection: <Send size={16} aria-hidden />, variant: 'filled' })}
              {button(connector.provider as Dialog, edit)}
              {setUps.filter(({ key }) => key !== connector.provider)}
              {button('delete', `${deleteWord} …`, { color: 'red', variant: 'subtle' })}
            </Group>
          </>
        ) : (
          <EmptyState
            icon={channel === 'email' ? Mail : MessageSquareText}
            title={channel === 'email' ? words.noneEmail : words.noneSms}
            lead={mode === 'development' ? words.noneDevelopment : words.noneProduction}
            action={<Group justify="center">{setUps}</Group>}
          />
        )}
      </Stack>
      <SmtpForm opened={forms.opened('smtp')} onClose={close} connector={forms.of('smtp')} />
      <TwilioForm opened={forms.opened('twilio')} onClose={close} connector={forms.of('twilio')} />
      <HttpForm opened={forms.opened('http')} onClose={close} connector={forms.of('http')} />
      {dialog === 'test' && <ConnectorTest channel={channel} onClose={close} />}
      <Confirm
        opened={dialog === 'delete'}
        onClose={close}
        title={words.deleteTitle(words[channel])}
        action={deleteWord}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {words.deleteLead}
      </Confirm>
    </Card>
  );
}

function Facts({ settings, secrets, changedAt }: MessageConnector) {
  const words = useWords(connectorWords);
  const { none } = useWords(everywhere);
  const facts = Object.entries(words.names)
    .filter(([name]) => settings[name] !== undefined && settings[name] !== '')
    .map(([name, title]): [string, ReactNode] => [
      title,
      <Setting key={name} name={name} value={String(settings[name])} />,
    ]);
  facts.push(
    [words.secrets, secrets.map((name) => words.names[name] ?? name).join(', ') || none],
    [words.changed, <Moment key="changed" value={changedAt} unit="ms" />],
  );
  return <Details facts={facts} />;
}

function Setting({ name, value }: { name: string; value: string }) {
  const words = useWords(connectorWords);
  if (name === 'security') return (words.securities as Record<string, string>)[value] ?? value;
  if (name !== 'body') return value;
  return (
    <Code block tabIndex={0}>
      {value}
    </Code>
  );
}
