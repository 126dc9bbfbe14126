import { Card, Stack, Text, Title } from '@mantine/core';
import { useRead } from '../../api/use-api.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { stricterRuleMessages } from './stricter-rule-messages.ts';

/** Shows whom the rules concern that became stricter in this release. */
export function StricterRules() {
  const messages = useMessages(stricterRuleMessages);
  const rules = useRead(['stricter-rules'], (client) => client.management.project.loadStricterRules());
  const concerned = rules.data?.filter(({ count }) => count > 0) ?? [];
  return (
    <Card withBorder component="section" p="lg" aria-labelledby="stricter-rules">
      <Stack>
        <div>
          <Title order={2} size="h4" id="stricter-rules">
            {messages.title}
          </Title>
          <Text c="dimmed">{messages.lead}</Text>
        </div>
        {rules.isPending && <Loading />}
        {rules.error && <ErrorNotice error={rules.error} retry={() => void rules.refetch()} />}
        {rules.data && concerned.length === 0 && <Text>{messages.none}</Text>}
        {concerned.map(({ name, count, names }) => (
          <Text key={name}>
            {messages.rules[name](count)}
            {names.length > 0 && ` ${names.join(', ')}`}
          </Text>
        ))}
      </Stack>
    </Card>
  );
}
