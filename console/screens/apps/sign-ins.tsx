import { Badge, Button, Divider, Group, Stack, Text } from '@mantine/core';
import { KeyRound, RefreshCw } from 'lucide-react';
import type { ApplicationSignIn, SsoApplication } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Explained } from '../../components/explained.tsx';
import { ScreenLink } from '../../components/links.tsx';
import { Loading } from '../../components/loading.tsx';
import { Moment } from '../../components/moment.tsx';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { InfoCard } from './connect-card.tsx';
import { signInMessages } from './sign-in-messages.ts';

/** Lists the last sign-ins and refusals of the application, each with what to do. */
export function SignIns({ app: { id } }: { app: SsoApplication }) {
  const messages = useMessages(signInMessages);
  const { language } = useLanguage();
  const { data, error, refetch, isFetching } = useRead(['app-sign-ins', id, language], (client) =>
    client.management.ssoApplication.listSignIns(id, language),
  );
  return (
    <InfoCard title={messages.signIns} lead={messages.signInsLead}>
      <Button
        variant="default"
        size="xs"
        w="max-content"
        leftSection={<RefreshCw size={14} aria-hidden />}
        loading={isFetching}
        onClick={() => void refetch()}
      >
        {messages.refresh}
      </Button>
      {error ? <ErrorNotice error={error} retry={refetch} /> : !data && <Loading height={320} />}
      {data?.length === 0 && (
        <EmptyState icon={KeyRound} title={messages.noSignIns} lead={messages.noSignInsLead} />
      )}
      {data && data.length > 0 && (
        <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
          {data.map((one) => (
            <li key={one.eventId}>
              <Divider mb="sm" />
              <Entry {...one} />
            </li>
          ))}
        </Stack>
      )}
    </InfoCard>
  );
}

const colors = { signedIn: 'teal', refused: 'red', logoutFailed: 'orange' } as const;

/** A list and not a table: the sentences need the whole width of a phone. */
function Entry({ eventId, occurred, outcome, userId, loginId, reason, ...rest }: ApplicationSignIn) {
  const messages = useMessages(signInMessages);
  const { sentence, remedy, remoteAddress } = rest;
  return (
    <Stack gap={4}>
      <Group gap="xs" fz="sm">
        <Badge variant="light" color={colors[outcome]} tt="none" miw="max-content">
          {messages.outcomes[outcome]}
        </Badge>
        <ScreenLink to="audit" state={{ event: eventId }}>
          <Moment value={occurred} unit="ms" style="seconds" />
        </ScreenLink>
        {userId && <ScreenLink to={`users/${encodeURIComponent(userId)}`}>{loginId || userId}</ScreenLink>}
        <Text inherit c="dimmed">
          {remoteAddress}
        </Text>
      </Group>
      <Explained sentence={sentence} remedy={remedy} />
      {reason && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {reason}
        </Text>
      )}
    </Stack>
  );
}
