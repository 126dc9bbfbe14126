import { SimpleGrid } from '@mantine/core';
import { messageChannels } from '../../../client/constants.ts';
import { useRead } from '../../api/use-api.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { ConnectorCard } from './connector-card.tsx';
import { connectorMessages } from './connector-messages.ts';

export default function Connectors() {
  const texts = useMessages(connectorMessages);
  const connectors = useRead(['connectors'], (client) => client.management.connectors.loadAll());
  return (
    <Page title={texts.title} lead={texts.lead}>
      {connectors.error ? (
        <ErrorNotice error={connectors.error} retry={connectors.refetch} />
      ) : connectors.data ? (
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          {messageChannels.map((channel) => (
            <ConnectorCard
              key={channel}
              channel={channel}
              connector={connectors.data.find((connector) => connector.channel === channel)}
            />
          ))}
        </SimpleGrid>
      ) : (
        <Loading height={300} />
      )}
    </Page>
  );
}
