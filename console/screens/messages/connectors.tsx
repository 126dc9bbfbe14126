import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useRead } from '../../api/use-api.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { ConnectorCard } from './connector-card.tsx';
import { connectorMessages } from './connector-messages.ts';

export default function Connectors() {
  const texts = useMessages(connectorMessages);
  const connectors = useRead(['connectors'], (client) => client.management.connectors.loadAll());
  if (connectors.error) return <ErrorNotice error={connectors.error} retry={connectors.refetch} />;
  if (!connectors.data) return <Loading height={300} />;
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {texts.lead}
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
