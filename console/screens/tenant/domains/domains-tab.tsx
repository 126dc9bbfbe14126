import { Group, Stack, Text, Title } from '@mantine/core';
import { Globe } from 'lucide-react';
import { useState } from 'react';
import { useRead } from '../../../api/use-api.ts';
import { CreateButton } from '../../../components/create-button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { Loading } from '../../../components/loading.tsx';
import { useMessages } from '../../../i18n/language.tsx';
import { useHasRole } from '../../../session/session.tsx';
import { DomainCard } from './domain-card.tsx';
import { domainsMessages } from './messages.ts';
import { NewDomain } from './new-domain.tsx';

/** Lists the domains of a tenant, with the DNS records that prove them. */
export default function DomainsTab({ tenantId }: { tenantId: string }) {
  const messages = useMessages(domainsMessages);
  const mayChange = useHasRole('administrator');
  const [isAdding, setIsAdding] = useState(false);
  const domains = useRead(['tenant', tenantId, 'domains'], (client) =>
    client.management.tenant.loadDomains(tenantId),
  );
  if (domains.error) return <ErrorNotice error={domains.error} retry={domains.refetch} />;
  if (!domains.data) return <Loading height={320} />;
  return (
    <Stack>
      <Group justify="space-between" align="start">
        <div>
          <Title order={2} size="h4">
            {messages.title}
          </Title>
          <Text size="sm" c="dimmed">
            {messages.lead}
          </Text>
        </div>
        <CreateButton may={mayChange} onClick={() => setIsAdding(true)}>
          {messages.add}
        </CreateButton>
      </Group>
      {domains.data.length === 0 && (
        <EmptyState icon={Globe} title={messages.none} lead={messages.noneLead} />
      )}
      {domains.data.map((domain) => (
        <DomainCard key={domain.domain} tenantId={tenantId} tenantDomain={domain} />
      ))}
      <NewDomain tenantId={tenantId} opened={isAdding} onClose={() => setIsAdding(false)} />
    </Stack>
  );
}
