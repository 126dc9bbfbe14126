import type { Tenant } from '../../../client/client.ts';
import { useMessages } from '../../i18n/language.tsx';
import { CellChips, chipsOf } from '../cell-chips.tsx';
import { CopyText } from '../copy-text.tsx';
import { ScreenLink } from '../links.tsx';
import { Moment } from '../moment.tsx';
import { StatusBadge } from '../status-badge.tsx';
import type { Column } from '../table-column.ts';
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
      width: 200,
      card: 'title',
      show: ({ id, name, parent }) => (
        <>
          <ScreenLink to={`tenants/${id}`}>{name}</ScreenLink>
          {parent && (
            <small className="dimmed" title={messages.parent}>
              {' '}
              {names.get(parent) ?? parent}
            </small>
          )}
        </>
      ),
    },
    { id: 'id', title: 'ID', width: 160, show: ({ id }) => <CopyText text={id} what="ID" /> },
    {
      id: 'domains',
      title: messages.domains,
      width: 200,
      card: 'line',
      show: ({ selfProvisioningDomains, domains }) => (
        <CellChips chips={chipsOf([...new Set([...domains, ...selfProvisioningDomains])])} />
      ),
    },
    {
      id: 'sso',
      title: messages.sso,
      sortField: 'authType',
      card: 'fact',
      show: ({ authType }) => messages.protocols[authType],
    },
    {
      id: 'status',
      title: messages.status,
      sortField: 'disabled',
      width: 100,
      card: 'status',
      show: ({ disabled }) => <TenantStatus disabled={disabled} />,
    },
    {
      id: 'created',
      title: messages.created,
      sortField: 'createdTime',
      show: ({ createdTime }) => <Moment value={createdTime} />,
    },
  ];
}

export function TenantStatus({ disabled }: Pick<Tenant, 'disabled'>) {
  const messages = useMessages(tenantsMessages);
  return (
    <StatusBadge tone={disabled ? 'bad' : 'good'}>
      {disabled ? messages.disabled : messages.enabled}
    </StatusBadge>
  );
}
