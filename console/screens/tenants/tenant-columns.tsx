import { Badge, Text } from '@mantine/core';
import type { Tenant } from '../../../client/client.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { ScreenLink } from '../../components/links.tsx';
import { Moment } from '../../components/moment.tsx';
import type { Column } from '../../components/table-column.ts';
import { useMessages } from '../../i18n/language.tsx';
import { tenantsMessages } from './messages.ts';

/** `all` supplies the names of parent tenants. */
export function useTenantColumns(all: Tenant[] | undefined): Column<Tenant>[] {
  const messages = useMessages(tenantsMessages);
  const names = new Map(all?.map(({ id, name }) => [id, name]));
  return [
    {
      id: 'name',
      title: messages.name,
      sortField: 'name',
      show: ({ id, name, parent }) => (
        <>
          <ScreenLink to={`tenants/${id}`}>{name}</ScreenLink>
          {parent && (
            <Text size="xs" c="dimmed">
              {messages.parent} {names.get(parent) ?? parent}
            </Text>
          )}
        </>
      ),
    },
    { id: 'id', title: 'ID', show: ({ id }) => <CopyText text={id} what="ID" /> },
    {
      id: 'domains',
      title: messages.domains,
      show: ({ selfProvisioningDomains, domains }) => (
        <Text size="sm" lineClamp={2}>
          {[...new Set([...domains, ...selfProvisioningDomains])].join(', ')}
        </Text>
      ),
    },
    {
      id: 'sso',
      title: messages.sso,
      sortField: 'authType',
      show: ({ authType }) => messages.protocols[authType],
    },
    {
      id: 'status',
      title: messages.status,
      sortField: 'disabled',
      show: ({ disabled }) => <TenantStatus disabled={disabled} />,
    },
    {
      id: 'created',
      title: messages.created,
      sortField: 'createdTime',
      show: ({ createdTime }) => <Moment value={createdTime} style="date" />,
    },
  ];
}

export function TenantStatus({ disabled }: Pick<Tenant, 'disabled'>) {
  const messages = useMessages(tenantsMessages);
  return (
    <Badge component="span" variant="light" color={disabled ? 'gray' : 'teal'} tt="none">
      {disabled ? messages.disabled : messages.enabled}
    </Badge>
  );
}
