import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useRead } from '../../api/use-api.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { Loading } from '../../parts/loading.tsx';
import { useWords } from '../../words/language.tsx';
import { ConnectorCard } from './connector-card.tsx';
import { connectorWords } from './words-connectors.ts';

export default function Connectors() {
  const words = useWords(connectorWords);
  const connectors = useRead(['connectors'], (client) => client.management.connectors.loadAll());
  if (connectors.error) return <ErrorNotice error={connectors.error} retry={connectors.refetch} />;
  if (!connectors.data) return <Loading height={300} />;
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {words.lead}
      </Text>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {(['email', 'sms'] as const).map((channel) => (
          <ConnectorCard
            key={channel}
            channel={channel}
            connector={connectors.data.find((connector) => connector.channel === channel)}
          />
        ))}
      </SimpleGrid>
    </Stack>
  );
}
