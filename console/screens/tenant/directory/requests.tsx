import { Button, Card, Group, Stack, Switch, Table, Text, Title } from '@mantine/core';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { TenantDirectory } from '../../../../client/client.ts';
import { Moment } from '../../../components/moment.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { useMessages } from '../../../i18n/language.tsx';
import { directoryMessages } from './messages.ts';

interface RequestsProps {
  directory: TenantDirectory;
  isFetching: boolean;
  refresh(): void;
}

/** Lists the last requests of the directory with their responses. */
export function Requests({ directory: { requests, tokens }, isFetching, refresh }: RequestsProps) {
  const messages = useMessages(directoryMessages);
  const [onlyFailed, setOnlyFailed] = useState(false);
  const names = new Map(tokens.map(({ id, name }) => [id, name]));
  const shown = requests.filter(({ status }) => !onlyFailed || status >= 400);
  return (
    <Card withBorder component="section" aria-label={messages.requests}>
      <Group justify="space-between" align="start" mb="sm">
        <div>
          <Title order={3} size="h5">
            {messages.requests}
          </Title>
          <Text size="sm" c="dimmed">
            {messages.requestsLead}
          </Text>
        </div>
        <Group>
          <Switch
            label={messages.onlyFailed}
            checked={onlyFailed}
            onChange={(event) => setOnlyFailed(event.currentTarget.checked)}
          />
          <Button
            variant="default"
            size="xs"
            leftSection={<RefreshCw size={14} aria-hidden />}
            loading={isFetching}
            onClick={refresh}
          >
            {messages.refresh}
          </Button>
        </Group>
      </Group>
      {shown.length === 0 ? (
        <Text size="sm">{onlyFailed ? messages.noFailed : messages.noRequests}</Text>
      ) : (
        <Table.ScrollContainer minWidth={640}>
          <Table aria-label={messages.requests} verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th w={170}>{messages.when}</Table.Th>
                <Table.Th>{messages.request}</Table.Th>
                <Table.Th w={90}>{messages.response}</Table.Th>
                <Table.Th w={140}>{messages.token}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map(({ time, method, path, status, scimType, detail, keyId }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two requests can have the same time
                <Table.Tr key={index} style={{ verticalAlign: 'top' }}>
                  <Table.Td>
                    <Moment value={time} unit="ms" />
                  </Table.Td>
                  <Table.Td>
                    <Stack gap={2}>
                      <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
                        {method} {path}
                      </Text>
                      {detail && (
                        <Text size="xs" c="dimmed" lang="en" style={{ overflowWrap: 'anywhere' }}>
                          {scimType && `${scimType}: `}
                          {detail}
                        </Text>
                      )}
                    </Stack>
                  </Table.Td>
                  <Table.Td>
                    <StatusBadge tone={status >= 400 ? 'bad' : 'good'}>{String(status)}</StatusBadge>
                  </Table.Td>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>
                    {names.get(keyId) ?? messages.deletedToken}
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
