import { Card, Group, List, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { Check, Info, TriangleAlert } from 'lucide-react';
import type { SsoTest } from '../../../../client/client.ts';
import { useRead } from '../../../api/use-api.ts';
import { Details } from '../../../components/details.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { Moment } from '../../../components/moment.tsx';
import { useLanguage, useMessages } from '../../../i18n/language.tsx';
import { failureMessages } from './failure-messages.ts';
import { ssoMessages } from './messages.ts';

const icons = { problem: TriangleAlert, notice: Info, fine: Check } as const;
const colors = { problem: 'red', notice: 'yellow', fine: 'green' } as const;

/** Shows what the last test of a connection found. The server says it in the viewer's language. */
export function LastTest({ tenantId, ssoId }: { tenantId: string; ssoId: string }) {
  const messages = useMessages(ssoMessages);
  const { language } = useLanguage();
  const { data, error, refetch } = useRead(['ssoTest', tenantId, ssoId, language], (client) =>
    client.management.sso.loadLastTest(tenantId, ssoId, language),
  );
  if (!error && !data?.time) return null;
  return (
    <Card withBorder>
      <Title order={2} size="h4" mb="sm">
        {messages.testResult}
      </Title>
      {error ? <ErrorNotice error={error} retry={refetch} /> : data && <Outcome test={data} />}
    </Card>
  );
}

function Outcome({ test }: { test: SsoTest }) {
  const messages = useMessages(ssoMessages);
  const explained = useMessages(failureMessages);
  const facts = [
    [messages.testedUser, test.loginId],
    [messages.testedName, test.name],
    [messages.testedEmail, test.email],
    [messages.testedGroups, test.groups.join(', ')],
    [messages.testedRoles, test.roles.join(', ')],
  ].filter(([, value]) => value) as [string, string][];
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {test.succeeded ? messages.testWorked : messages.testFailed}
        </Text>
        <Text size="sm" c="dimmed">
          <Moment value={test.time} unit="ms" />
        </Text>
      </Group>
      {!test.succeeded && (
        <Stack gap={2}>
          {explained[test.kind] && <Text size="sm">{explained[test.kind]}</Text>}
          <Text size="xs" c="dimmed" lang="en" style={{ overflowWrap: 'anywhere' }}>
            {test.reason}
          </Text>
        </Stack>
      )}
      {facts.length > 0 && <Details facts={facts} />}
      <List aria-label={messages.testResult} listStyleType="none" spacing="xs" size="sm" center={false}>
        {test.findings.map(({ code, level, sentence }, index) => {
          const Icon = icons[level];
          return (
            <List.Item
              // biome-ignore lint/suspicious/noArrayIndexKey: two findings can have one code
              key={`${code} ${index}`}
              icon={
                <ThemeIcon
                  variant="light"
                  color={colors[level]}
                  size={22}
                  radius="xl"
                  role="img"
                  aria-label={messages.levels[level]}
                >
                  <Icon size={14} aria-hidden />
                </ThemeIcon>
              }
              style={{ overflowWrap: 'anywhere' }}
            >
              {sentence}
            </List.Item>
          );
        })}
      </List>
    </Stack>
  );
}
