import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Message } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { Details } from '../../parts/details.tsx';
import { ScreenLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { RecordDrawer } from '../../parts/record-drawer.tsx';
import { useWords } from '../../words/language.tsx';
import { MessageStatus } from './message-status.tsx';
import { Recipient } from './recipient.tsx';
import { useResend } from './use-resend.ts';
import { messageWords } from './words.ts';

interface MessageDetailsProps {
  /** Empty: closed. */
  id: string;
  /** The message, when the list has it. */
  shown: Message | undefined;
  /** Whether the list has come. */
  isReady: boolean;
  onClose(): void;
}

export function MessageDetails({ id, shown, isReady, onClose }: MessageDetailsProps) {
  const words = useWords(messageWords);
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
      title={words.message}
      record={message}
      query={found}
      gone={words.gone}
      show={(message) => <Facts message={message} />}
    />
  );
}

function Facts({ message }: { message: Message }) {
  const words = useWords(messageWords);
  const { id, kind, channel, userId, status, attempts, via, createdAt, finishedAt } = message;
  const facts: [string, ReactNode][] = [
    [words.kind, words.kinds[kind] ?? kind],
    [words.channel, words.channels[channel] ?? channel],
    [words.recipient, <Recipient key="recipient" message={message} />],
  ];
  if (userId) {
    const user = (
      <ScreenLink key="user" to={`users/${encodeURIComponent(userId)}`}>
        {userId}
      </ScreenLink>
    );
    facts.push([words.user, user]);
  }
  facts.push(
    [words.status, <MessageStatus key="status" status={status} />],
    [words.created, <Moment key="created" value={createdAt} unit="ms" style="seconds" />],
    [words.attempts, attempts],
  );
  if (status === 'waiting') {
    const { nextAttemptAt, expiresAt } = message;
    facts.push([words.nextAttempt, <Moment key="next" value={nextAttemptAt} unit="ms" style="seconds" />]);
    facts.push([words.expires, <Moment key="expires" value={expiresAt} unit="ms" style="seconds" />]);
  } else {
    facts.push([words.finished, <Moment key="finished" value={finishedAt} unit="ms" style="seconds" />]);
  }
  if (via) facts.push([words.via, words.carriers[via] ?? via]);
  facts.push(['ID', <CopyText key="id" text={id} what="ID" />]);
  return (
    <Stack>
      <Outcome message={message} />
      <Details facts={facts} />
      <Said title={words.lastError} text={message.lastError} />
      <Said title={words.response} text={message.response} />
    </Stack>
  );
}

/** What became of it, in a sentence, and what can be done. */
function Outcome({ message }: { message: Message }) {
  const words = useWords(messageWords);
  const { status } = message;
  const resend = useResend(message);
  const color = { waiting: 'blue', sent: 'teal', dead: 'red' }[status];
  return (
    <Alert color={color} role="status">
      <Group justify="space-between">
        <Text size="sm">{words.what[outcomeOf(message)]}</Text>
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

function Said({ title, text }: { title: string; text: string }) {
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
