import { Button, Card, Group, Stack, Table, Text, Title } from '@mantine/core';
import { RefreshCw } from 'lucide-react';
import { useRead } from '../../../api/use-api.ts';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { Loading } from '../../../components/loading.tsx';
import { Moment } from '../../../components/moment.tsx';
import { useMessages } from '../../../i18n/language.tsx';
import { failureMessages } from './failure-messages.ts';
import { ssoMessages } from './messages.ts';

/** Lists failed sign-ins and tests with advice for each. */
export function Failures({ tenantId, ssoId }: { tenantId: string; ssoId: string }) {
  const messages = useMessages(ssoMessages);
  const explained = useMessages(failureMessages);
  const failures = useRead(['ssoFailures', tenantId, ssoId], (client) =>
    client.management.sso.loadFailures(tenantId, ssoId),
  );
  return (
    <Card withBorder>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {messages.failures}
        </Title>
        <Button
          variant="default"
          size="xs"
          leftSection={<RefreshCw size={14} aria-hidden />}
          loading={failures.isFetching}
          onClick={() => void failures.refetch()}
        >
          {messages.refresh}
        </Button>
      </Group>
      {failures.error ? (
        <ErrorNotice error={failures.error} retry={failures.refetch} />
      ) : !failures.data ? (
        <Loading height={80} />
      ) : failures.data.length === 0 ? (
        <Text size="sm">{messages.failuresNone}</Text>
      ) : (
        <Table.ScrollContainer minWidth={480}>
          <Table aria-label={messages.failures} verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th w={180}>{messages.when}</Table.Th>
                <Table.Th>{messages.why}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {failures.data.map(({ time, kind, reason }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two failures can have the same time
                <Table.Tr key={index}>
                  <Table.Td style={{ verticalAlign: 'top' }}>
                    <Moment value={time} unit="ms" />
                  </Table.Td>
                  <Table.Td>
                    <Stack gap={2}>
                      {explained[kind] && <Text size="sm">{explained[kind]}</Text>}
                      <Text size="xs" c="dimmed" lang="en" style={{ overflowWrap: 'anywhere' }}>
                        {reason}
                      </Text>
                    </Stack>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Card>
  );
}
