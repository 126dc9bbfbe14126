import { Badge, Text } from '@mantine/core';
import type { Tenant } from '../../../client/client.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { ScreenLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import type { Column } from '../../parts/record-table.tsx';
import { useWords } from '../../words/language.tsx';
import { tenantsWords } from './words.ts';

/** `all`: to name the tenants that others are below. */
export function useTenantColumns(all: Tenant[] | undefined): Column<Tenant>[] {
  const words = useWords(tenantsWords);
  const names = new Map(all?.map(({ id, name }) => [id, name]));
  return [
    {
      id: 'name',
      title: words.name,
      sortField: 'name',
      show: ({ id, name, parent }) => (
        <>
          <ScreenLink to={`tenants/${id}`}>{name}</ScreenLink>
          {parent && (
            <Text size="xs" c="dimmed">
              {words.parent} {names.get(parent) ?? parent}
            </Text>
          )}
        </>
      ),
    },
    { id: 'id', title: 'ID', show: ({ id }) => <CopyText text={id} what="ID" /> },
    {
      id: 'domains',
      title: words.domains,
      show: ({ selfProvisioningDomains, domains }) => (
        <Text size="sm" lineClamp={2}>
          {[...new Set([...domains, ...selfProvisioningDomains])].join(', ')}
        </Text>
      ),
    },
    {
      id: 'sso',
      title: words.sso,
      sortField: 'authType',
      show: ({ authType }) => words.protocols[authType],
    },
    {
      id: 'status',
      title: words.status,
      sortField: 'disabled',
      show: ({ disabled }) => <TenantStatus disabled={disabled} />,
    },
    {
      id: 'created',
      title: words.created,
      sortField: 'createdTime',
      show: ({ createdTime }) => <Moment value={createdTime} style="date" />,
    },
  ];
}

export function TenantStatus({ disabled }: Pick<Tenant, 'disabled'>) {
  const words = useWords(tenantsWords);
  return (
    <Badge component="span" variant="light" color={disabled ? 'gray' : 'teal'} tt="none">
      {disabled ? words.disabled : words.enabled}
    </Badge>
  );
}
