import { Card, Group, Stack, Table, Text, Title } from '@mantine/core';
import type { TenantDirectory } from '../../../../client/client.ts';
import { ScreenLink } from '../../../components/links.tsx';
import { useMessages } from '../../../i18n/language.tsx';
import { directoryMessages } from './messages.ts';

interface MappingsProps {
  tenantId: string;
  directory: TenantDirectory;
}

/** Shows which roles the groups of the directory give, and which custom attributes come from it. */
export function Mappings({ tenantId, directory }: MappingsProps) {
  const messages = useMessages(directoryMessages);
  const { ssoConfigured, roleMappings, attributeMapping } = directory;
  const attributes = Object.entries(attributeMapping);
  return (
    <Card withBorder component="section" aria-label={messages.mappings}>
      <Group justify="space-between" align="start" mb="sm">
        <div>
          <Title order={3} size="h5">
            {messages.mappings}
          </Title>
          <Text size="sm" c="dimmed">
            {messages.mappingsLead}
          </Text>
        </div>
        <ScreenLink to={`tenants/${encodeURIComponent(tenantId)}`} state={{ tab: 'sso' }} size="sm">
          {ssoConfigured ? messages.editMappings : messages.setUpSso}
        </ScreenLink>
      </Group>
      <Stack>
        {roleMappings.length === 0 ? (
          <Text size="sm">{messages.noRoleMappings}</Text>
        ) : (
          <Pairs
            label={messages.groupsToRoles}
            titles={[messages.groupsOfDirectory, messages.role]}
            rows={roleMappings.map(({ groups, roleName }) => [groups.join(', '), roleName])}
          />
        )}
        {attributes.length > 0 && (
          <Pairs
            label={messages.attributesToAttributes}
            titles={[messages.scimAttribute, messages.customAttribute]}
            rows={attributes.map(([name, source]) => [source, name])}
          />
        )}
      </Stack>
    </Card>
  );
}

interface PairsProps {
  label: string;
  titles: [string, string];
  rows: [string, string][];
}

function Pairs({ label, titles, rows }: PairsProps) {
  return (
    <Table aria-label={label} verticalSpacing="xs" layout="fixed">
      <Table.Thead>
        <Table.Tr>
          {titles.map((title) => (
            <Table.Th key={title}>{title}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.join('\n')}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{row[0]}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{row[1]}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
