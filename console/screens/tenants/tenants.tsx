import { Alert, Group, Select } from '@mantine/core';
import { useState } from 'react';
import type { Tenant } from '../../../client/client.ts';
import { maxTenants } from '../../../client/constants.ts';
import { useRead } from '../../api/use-api.ts';
import { CreateButton } from '../../components/create-button.tsx';
import { useGo } from '../../components/links.tsx';
import { Page } from '../../components/page.tsx';
import { paged } from '../../components/paged.ts';
import { RecordTable } from '../../components/record-table.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { tenantsMessages } from '../../components/tenants/messages.ts';
import { useTenantColumns } from '../../components/tenants/tenant-columns.tsx';
import { useUrlState } from '../../components/url-state.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { NewTenant } from './new-tenant.tsx';
import { NoTenants } from './no-tenants.tsx';
import { TenantActions } from './tenant-actions.tsx';

const defaults = { text: '', sso: '', page: 1, sort: 'name', desc: false };
const pageSize = 25;

export default function Tenants() {
  const messages = useMessages(tenantsMessages);
  const mayChange = useHasRole('administrator');
  const go = useGo();
  const [view, change] = useUrlState(defaults);
  const [isCreating, setIsCreating] = useState(false);
  const tenants = useRead(['tenants', 'all'], (client) => client.management.tenant.loadAll());
  const page = paged(
    tenants.data?.filter(({ authType }) => !view.sso || authType === view.sso),
    {
      ...view,
      textOf: ({ name, id, selfProvisioningDomains, domains }) =>
        [name, id, ...selfProvisioningDomains, ...domains].join(' '),
      sort: { field: view.sort, desc: view.desc },
      pageSize,
    },
  );
  const columns = useTenantColumns(tenants.data);
  const isNarrowed = Boolean(view.text || view.sso);
  const create = (
    <CreateButton may={mayChange} onClick={() => setIsCreating(true)}>
      {messages.create}
    </CreateButton>
  );
  return (
    <Page title={messages.title} lead={messages.lead} actions={create}>
      <Group>
        <SearchBox
          label={messages.search}
          value={view.text}
          onChange={(text) => change({ text, page: 1 }, { replace: true })}
        />
        <Select
          aria-label={messages.sso}
          data={[
            { value: '', label: messages.anySso },
            ...Object.entries(messages.protocols).map(([value, label]) => ({
              value,
              label: `${messages.sso}: ${label}`,
            })),
          ]}
          value={view.sso}
          onChange={(sso) => change({ sso: sso ?? '', page: 1 })}
          allowDeselect={false}
          w={240}
        />
      </Group>
      {(tenants.data?.length ?? 0) >= maxTenants && <Alert color="yellow">{messages.many}</Alert>}
      <RecordTable
        label={messages.title}
        columns={columns}
        records={page.records}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        error={tenants.error}
        retry={tenants.refetch}
        empty={<NoTenants isNarrowed={isNarrowed} create={create} onClear={() => change(defaults)} />}
        sort={{ field: view.sort, desc: view.desc }}
        onSort={({ field, desc }) => change({ sort: field, desc, page: 1 })}
        page={view.page}
        pageSize={pageSize}
        total={page.total}
        onPage={(page) => change({ page })}
        {...(mayChange && { actions: (tenant: Tenant) => <TenantActions tenant={tenant} /> })}
      />
      <NewTenant
        opened={isCreating}
        onClose={() => setIsCreating(false)}
        tenants={tenants.data ?? []}
        onCreated={(id) => go(`tenants/${id}`)}
      />
    </Page>
  );
}
