import { Alert, Badge, Group, Stack, Text } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import type { Client } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { methodName } from '../../components/events/methods.ts';
import { Explained, Findings } from '../../components/explained.tsx';
import { ScreenLink } from '../../components/links.tsx';
import { Loading } from '../../components/loading.tsx';
import { Moment } from '../../components/moment.tsx';
import { RecordTable } from '../../components/record-table.tsx';
import type { Column } from '../../components/table-column.ts';
import { Section } from '../../components/users/section.tsx';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { signInMessages } from './sign-in-messages.ts';

type Answer = Awaited<ReturnType<Client['management']['user']['explain']>>;
type Explanation = Extract<Answer, { ok: true }>['data'];
type Method = Explanation['methods'][number];
type Attempt = Explanation['attempts'][number];

/** Explains what a sign-in would do now, and what the last ones did. `who` is a user ID, or a login ID that may be unknown. */
export function SignIn({ who }: { who: string }) {
  const messages = useMessages(signInMessages);
  const { language } = useLanguage();
  const answer = useRead(['user', who, 'explain', language], (client) =>
    client.management.user.explain(who, language),
  );
  if (answer.error) return <ErrorNotice error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  const { exists, canSignIn, findings, methods, attempts } = answer.data;
  return (
    <Stack>
      <Section title={messages.now}>
        <Alert color={canSignIn ? 'teal' : 'red'} title={canSignIn ? messages.can : messages.cannot}>
          <Findings findings={findings} />
        </Alert>
        {exists && <Methods methods={methods} />}
      </Section>
      <Section title={messages.attempts} lead={exists ? messages.attemptsLead : messages.unknownLead}>
        <Attempts attempts={attempts} />
      </Section>
    </Stack>
  );
}

function Methods({ methods }: { methods: Method[] }) {
  const messages = useMessages(signInMessages);
  const columns: Column<Method>[] = [
    { id: 'method', title: messages.method, show: ({ method }) => messages.methods[method] },
    {
      id: 'possible',
      title: messages.possible,
      show: ({ possible, offered }) => (
        <Group gap={6}>
          <Badge variant="light" color={possible ? 'teal' : 'gray'} tt="none">
            {possible ? messages.yes : messages.no}
          </Badge>
          {!offered && <Text size="xs">{messages.notOffered}</Text>}
        </Group>
      ),
    },
    { id: 'why', title: messages.why, wraps: true, show: ({ findings }) => <Findings findings={findings} /> },
  ];
  return (
    <RecordTable
      label={messages.method}
      columns={columns}
      records={methods}
      idOf={({ method }) => method}
      empty={messages.no}
    />
  );
}

function OneLine({ text }: { text: string }) {
  return <span style={{ whiteSpace: 'nowrap' }}>{text}</span>;
}

function Attempts({ attempts }: { attempts: Attempt[] }) {
  const messages = useMessages(signInMessages);
  const { language } = useLanguage();
  const columns: Column<Attempt>[] = [
    {
      id: 'occurred',
      title: messages.occurred,
      show: ({ occurred, eventId }) => (
        <ScreenLink to="audit" state={{ event: eventId }}>
          <Moment value={occurred} unit="ms" style="seconds" />
        </ScreenLink>
      ),
    },
    {
      id: 'method',
      title: messages.method,
      show: ({ method }) => <OneLine text={methodName(language, method)} />,
    },
    { id: 'outcome', title: messages.outcome, wraps: true, show: (attempt) => <Explained {...attempt} /> },
    { id: 'address', title: messages.address, show: ({ remoteAddress }) => <OneLine text={remoteAddress} /> },
    { id: 'request', title: messages.request, show: ({ requestId }) => requestId },
  ];
  return (
    <RecordTable
      label={messages.attempts}
      columns={columns}
      records={attempts}
      idOf={({ eventId }) => eventId}
      empty={<EmptyState icon={KeyRound} title={messages.noAttempts} lead={messages.noAttemptsLead} />}
    />
  );
}
