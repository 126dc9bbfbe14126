import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Message } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { Details } from '../../components/details.tsx';
import { ScreenLink } from '../../components/links.tsx';
import { MessageStatus } from '../../components/messages/message-status.tsx';
import { messageScreenMessages } from '../../components/messages/messages.ts';
import { useResend } from '../../components/messages/use-resend.ts';
import { Moment } from '../../components/moment.tsx';
import { RecordDrawer } from '../../components/record-drawer.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { connectorMessages } from './connector-messages.ts';
import { Recipient } from './recipient.tsx';

interface MessageDetailsProps {
  /** If empty, the drawer is closed. */
  id: string;
  /** The message, if the list contains it. */
  shown: Message | undefined;
  /** True once the list has loaded. */
  isReady: boolean;
  onClose(): void;
}

export function MessageDetails({ id, shown, isReady, onClose }: MessageDetailsProps) {
  const texts = useMessages(messageScreenMessages);
  const found = useRead(
    ['messages', 'one', id],
    (client) => client.management.messages.search({ id, limit: 1 }),
    { enabled: id !== '' && isReady && !shown },
  );
  const message = shown ?? found.data?.messages.find((one) => one.id === id);
  return (
    <RecordDrawer
      opened={id !== ''}
      onClose={onClose}
      title={texts.message}
      record={message}
      query={found}
      gone={texts.gone}
      show={(message) => <Facts message={message} />}
    />
  );
}

function Facts({ message }: { message: Message }) {
  const texts = useMessages(messageScreenMessages);
  const { providers } = useMessages(connectorMessages);
  const { id, kind, channel, userId, status, attempts, via, createdAt, finishedAt } = message;
  const facts: [string, ReactNode][] = [
    [texts.kind, texts.kinds[kind] ?? kind],
    [texts.channel, texts.channels[channel] ?? channel],
    [texts.recipient, <Recipient key="recipient" message={message} />],
  ];
  if (userId) {
    const user = (
      <ScreenLink key="user" to={`users/${encodeURIComponent(userId)}`}>
        {userId}
      </ScreenLink>
    );
    facts.push([texts.user, user]);
  }
  facts.push(
    [texts.status, <MessageStatus key="status" status={status} />],
    [texts.created, <Moment key="created" value={createdAt} unit="ms" style="seconds" />],
    [texts.attempts, attempts],
  );
  if (status === 'waiting') {
    const { nextAttemptAt, expiresAt } = message;
    facts.push([texts.nextAttempt, <Moment key="next" value={nextAttemptAt} unit="ms" style="seconds" />]);
    facts.push([texts.expires, <Moment key="expires" value={expiresAt} unit="ms" style="seconds" />]);
  } else {
    facts.push([texts.finished, <Moment key="finished" value={finishedAt} unit="ms" style="seconds" />]);
  }
  if (via) facts.push([texts.via, texts.carriers[via] ?? providers[via] ?? via]);
  facts.push(['ID', <CopyText key="id" text={id} what="ID" />]);
  return (
    <Stack>
      <Outcome message={message} />
      <Details facts={facts} />
      <ProviderResponse title={texts.lastError} text={message.lastError} />
      <ProviderResponse title={texts.response} text={message.response} />
    </Stack>
  );
}

/** Describes the outcome in a sentence and offers an action. */
function Outcome({ message }: { message: Message }) {
  const texts = useMessages(messageScreenMessages);
  const { status } = message;
  const resend = useResend(message);
  const color = { waiting: 'blue', sent: 'teal', dead: 'red' }[status];
  return (
    <Alert color={color} role="status">
      <Group justify="space-between">
        <Text size="sm">{texts.what[outcomeOf(message)]}</Text>
        {resend && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<RotateCw size={14} aria-hidden />}
            disabled={!resend.isAllowed}
            loading={resend.isPending}
            onClick={() => resend.mutate(undefined)}
          >
            {resend.label}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

function outcomeOf({ status, attempts, expiresAt, finishedAt }: Message) {
  if (status === 'waiting') return attempts === 0 ? 'waiting' : 'again';
  if (status === 'sent') return 'sent';
  return finishedAt >= expiresAt ? 'late' : 'refused';
}

function ProviderResponse({ title, text }: { title: string; text: string }) {
  if (!text) return null;
  return (
    <div>
      <Text size="sm" c="dimmed" mb={4}>
        {title}
      </Text>
      <Code block tabIndex={0} style={{ whiteSpace: 'pre-wrap' }}>
        {text}
      </Code>
    </div>
  );
}
