import { Alert, Button, Card, Group, Stack, Table, Text, Title } from '@mantine/core';
import { RefreshCw, TriangleAlert } from 'lucide-react';
import type { SsoSettings } from '../../../../client/client.ts';
import { useWrite } from '../../../api/use-api.ts';
import { CopyText } from '../../../components/copy-text.tsx';
import { Details } from '../../../components/details.tsx';
import { Moment } from '../../../components/moment.tsx';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { useHasRole } from '../../../session/session.tsx';
import { ssoMessages } from './messages.ts';
import { readingMessages } from './reading-messages.ts';

type Reading = SsoSettings['reading'];

/** Shows when the identity provider's own description was last read, what was wrong with it, and how its certificates changed. */
export function ReadingCard({ settings }: { settings: SsoSettings }) {
  const messages = useMessages(readingMessages);
  const mayChange = useHasRole('administrator');
  const { ssoId, tenant, reading } = settings;
  const read = useWrite((client) => client.management.sso.readProviderAgain(tenant.id, ssoId), {
    changes: [['tenant', tenant.id]],
    // A reading that failed is a successful call, and the card says why it failed.
    done: ({ reading }) => (reading.failureTime ? '' : messages.readDone),
  });
  const { address, readTime, leftOutCertificates, changes } = reading;
  return (
    <Card withBorder>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {messages.title}
        </Title>
        {address && (
          <Button
            variant="default"
            size="xs"
            leftSection={<RefreshCw size={14} aria-hidden />}
            loading={read.isPending}
            disabled={!mayChange}
            onClick={() => read.mutate(undefined)}
          >
            {messages.readNow}
          </Button>
        )}
      </Group>
      <Stack>
        <Text size="sm" c="dimmed">
          {address ? messages.lead : messages.byHand}
        </Text>
        {address && (
          <Details
            facts={[
              [messages.address, <CopyText key="address" text={address} what={messages.address} />],
              [messages.lastRead, <Moment key="read" value={readTime} />],
            ]}
          />
        )}
        <Problems reading={reading} />
        {leftOutCertificates.length > 0 && (
          <Alert
            color="orange"
            icon={<TriangleAlert aria-hidden />}
            title={messages.leftOut(leftOutCertificates.length)}
          >
            {leftOutCertificates.map((reason) => (
              <Text key={reason} size="sm" lang="en">
                {reason}
              </Text>
            ))}
          </Alert>
        )}
        {changes.length > 0 && <Changes changes={changes} />}
      </Stack>
    </Card>
  );
}

function Problems({ reading: { failure, failureTime } }: { reading: Reading }) {
  const messages = useMessages(readingMessages);
  if (!failureTime) return null;
  return (
    <Alert color="orange" icon={<TriangleAlert aria-hidden />} title={messages.failedTitle}>
      <Text size="sm">
        <Moment value={failureTime} />. {messages.failedLead}
      </Text>
      <Text size="sm" lang="en" style={{ overflowWrap: 'anywhere' }}>
        {failure}
      </Text>
    </Alert>
  );
}

function Changes({ changes }: Pick<Reading, 'changes'>) {
  const messages = useMessages(readingMessages);
  const { when } = useMessages(ssoMessages);
  return (
    <Table.ScrollContainer minWidth={640}>
      <Table aria-label={messages.changes} verticalSpacing="xs">
        <Table.Caption>{messages.changes}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={180}>{when}</Table.Th>
            <Table.Th>{messages.who}</Table.Th>
            <Table.Th>{messages.removed}</Table.Th>
            <Table.Th>{messages.added}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map(({ time, by, actorId, removed, added }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two changes can have the same time
            <Table.Tr key={index} style={{ verticalAlign: 'top' }}>
              <Table.Td>
                <Moment value={time} />
              </Table.Td>
              <Table.Td>
                {messages.actors[by] ?? by}
                {actorId && (
                  <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                    {actorId}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <Fingerprints keys={removed} />
              </Table.Td>
              <Table.Td>
                <Fingerprints keys={added} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Fingerprints({ keys }: { keys: Reading['changes'][number]['added'] }) {
  const { fingerprint: what } = useMessages(ssoMessages);
  const { none } = useMessages(sharedMessages);
  if (keys.length === 0) return none;
  return keys.map(({ fingerprint }) => <CopyText key={fingerprint} text={fingerprint} what={what} />);
}
