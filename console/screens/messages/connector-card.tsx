import { Badge, Button, Card, Code, Group, Stack, Title } from '@mantine/core';
import { Mail, MessageSquareText, Send } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { MessageConnector } from '../../../client/client.ts';
import { useWrite } from '../../api/use-api.ts';
import { Confirm } from '../../components/confirm.tsx';
import { Details } from '../../components/details.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Moment } from '../../components/moment.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole, useSession } from '../../session/session.tsx';
import { connectorForms, type ProviderName } from './connector-forms.ts';
import { connectorMessages } from './connector-messages.ts';
import { ConnectorTest } from './connector-test.tsx';

interface ConnectorCardProps {
  channel: 'email' | 'sms';
  connector: MessageConnector | undefined;
}

type Dialog = ProviderName | 'test' | 'delete';

/** Shows the connector of one channel. */
export function ConnectorCard({ channel, connector }: ConnectorCardProps) {
  const texts = useMessages(connectorMessages);
  const { edit, delete: deleteLabel, withEllipsis } = useMessages(sharedMessages);
  const mayChange = useHasRole('administrator');
  const { mode } = useSession();
  const headingId = useId();
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const remove = useWrite((client) => client.management.connectors.delete(channel), {
    changes: [['connectors']],
    done: texts.deleted,
  });
  const button = (what: Dialog, label: string, more: object = {}) => (
    <Button key={what} variant="default" disabled={!mayChange} onClick={() => setDialog(what)} {...more}>
      {label}
    </Button>
  );
  const forms = connectorForms.filter((form) => form.channel === channel);
  const setUps = forms.map(({ provider }) => button(provider, texts.setUp[provider]));
  return (
    <Card withBorder component="section" aria-labelledby={headingId}>
      <Stack>
        <Group justify="space-between">
          <Title order={2} size="h4" id={headingId}>
            {texts[channel]}
          </Title>
          {connector && (
            <Badge variant="light" tt="none">
              {texts.providers[connector.provider] ?? connector.provider}
            </Badge>
          )}
        </Group>
        {connector ? (
          <>
            <Facts {...connector} />
            <Group gap="xs">
              {button('test', texts.test, { leftSection: <Send size={16} aria-hidden />, variant: 'filled' })}
              {button(connector.provider as Dialog, edit)}
              {setUps.filter(({ key }) => key !== connector.provider)}
              {button('delete', withEllipsis(deleteLabel), { color: 'red', variant: 'subtle' })}
            </Group>
          </>
        ) : (
          <EmptyState
            icon={channel === 'email' ? Mail : MessageSquareText}
            title={channel === 'email' ? texts.noneEmail : texts.noneSms}
            lead={mode === 'development' ? texts.noneDevelopment : texts.noneProduction}
            action={<Group justify="center">{setUps}</Group>}
          />
        )}
      </Stack>
      {forms.map(({ provider, Form }) => (
        <Form
          key={provider}
          opened={dialog === provider}
          onClose={close}
          connector={connector?.provider === provider ? connector : undefined}
        />
      ))}
      {dialog === 'test' && <ConnectorTest channel={channel} onClose={close} />}
      <Confirm
        opened={dialog === 'delete'}
        onClose={close}
        title={texts.deleteTitle(texts[channel])}
        action={deleteLabel}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {texts.deleteLead}
      </Confirm>
    </Card>
  );
}

function Facts({ settings, secrets, changedAt }: MessageConnector) {
  const texts = useMessages(connectorMessages);
  const { none } = useMessages(sharedMessages);
  const facts = Object.entries(texts.names)
    .filter(([name]) => settings[name] !== undefined && settings[name] !== '')
    .map(([name, title]): [string, ReactNode] => [
      title,
      <Setting key={name} name={name} value={String(settings[name])} />,
    ]);
  facts.push(
    [texts.secrets, secrets.map((name) => texts.names[name] ?? name).join(', ') || none],
    [texts.changed, <Moment key="changed" value={changedAt} unit="ms" />],
  );
  return <Details facts={facts} />;
}

function Setting({ name, value }: { name: string; value: string }) {
  const texts = useMessages(connectorMessages);
  if (name === 'security') return (texts.securities as Record<string, string>)[value] ?? value;
  if (name !== 'body') return value;
  return (
    <Code block tabIndex={0}>
      {value}
    </Code>
  );
}
