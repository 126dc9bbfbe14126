import { Anchor, Card, Stack, Text, Title } from '@mantine/core';
import { useRead } from '../../../api/use-api.ts';
import { CopyText } from '../../../components/copy-text.tsx';
import { Details } from '../../../components/details.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { Loading } from '../../../components/loading.tsx';
import { useMessages } from '../../../i18n/language.tsx';
import { Mappings } from './mappings.tsx';
import { directoryMessages } from './messages.ts';
import { Requests } from './requests.tsx';
import { Tokens } from './tokens.tsx';

/** Connects the directory of a tenant by SCIM, and shows what it has asked for. */
export default function DirectoryTab({ tenantId }: { tenantId: string }) {
  const messages = useMessages(directoryMessages);
  const directory = useRead(['tenant', tenantId, 'directory'], (client) =>
    client.management.tenant.loadDirectory(tenantId),
  );
  if (directory.error) return <ErrorNotice error={directory.error} retry={directory.refetch} />;
  if (!directory.data) return <Loading height={320} />;
  const { baseUrl, userCount, groupCount } = directory.data;
  return (
    <Stack>
      <div>
        <Title order={2} size="h4">
          {messages.title}
        </Title>
        <Text size="sm" c="dimmed">
          {messages.lead}{' '}
          <Anchor href="/docs/scim" target="_blank" rel="noopener" underline="always">
            {messages.guide}
          </Anchor>
        </Text>
      </div>
      <Card withBorder>
        <Details
          facts={[
            [messages.baseUrl, <CopyText key="url" text={baseUrl} what={messages.baseUrl} />],
            [messages.users, String(userCount)],
            [messages.groups, String(groupCount)],
          ]}
        />
      </Card>
      <Tokens tenantId={tenantId} tokens={directory.data.tokens} />
      <Mappings tenantId={tenantId} directory={directory.data} />
      <Requests
        directory={directory.data}
        isFetching={directory.isFetching}
        refresh={() => void directory.refetch()}
      />
    </Stack>
  );
}
