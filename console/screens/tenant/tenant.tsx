import { Button, Menu, Tabs } from '@mantine/core';
import { ChevronDown, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'wouter';
import type { Tenant } from '../../../client/client.ts';
import { ApiError } from '../../api/failure.ts';
import { useRead } from '../../api/use-api.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { ScreenLink, useGo } from '../../components/links.tsx';
import { loadable } from '../../components/loadable.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { useUrlState } from '../../components/url-state.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { DeleteTenant } from '../tenants/delete-tenant.tsx';
import { tenantsMessages } from '../tenants/messages.ts';
import { TenantStatus } from '../tenants/tenant-columns.tsx';
import { useTenantSwitch } from '../tenants/tenant-switch.ts';
import { Members } from './members.tsx';
import { tenantMessages } from './messages.ts';
import { Overview } from './overview.tsx';
import { Settings } from './settings.tsx';
import { defaults } from './view.ts';

const SsoTab = loadable(() => import('./sso/sso-tab.tsx'), <Loading height={320} />);

export default function TenantScreen() {
  const messages = useMessages(tenantMessages);
  const { tenantId = '' } = useParams<{ tenantId: string }>();
  const tenant = useRead(['tenant', tenantId], (client) => client.management.tenant.load(tenantId));
  if (tenant.data) return <TenantPage tenant={tenant.data} />;
  const isUnknown = tenant.error instanceof ApiError && tenant.error.status === 404;
  return (
    <Page title={messages.loading}>
      {isUnknown ? (
        <EmptyState
          icon={SearchX}
          title={messages.unknown}
          lead={messages.unknownLead}
          action={<ScreenLink to="tenants">{messages.toTenants}</ScreenLink>}
        />
      ) : tenant.error ? (
        <ErrorNotice error={tenant.error} retry={tenant.refetch} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}

function TenantPage({ tenant }: { tenant: Tenant }) {
  const messages = useMessages(tenantMessages);
  const [view, change] = useUrlState(defaults);
  return (
    <Page
      title={tenant.name}
      lead={<TenantStatus disabled={tenant.disabled} />}
      actions={<TenantMenu tenant={tenant} />}
    >
      <Tabs
        value={view.tab in messages.tabs ? view.tab : defaults.tab}
        onChange={(tab) => change({ ...defaults, tab: tab ?? defaults.tab })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {Object.entries(messages.tabs).map(([tab, label]) => (
            <Tabs.Tab key={tab} value={tab}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="overview">
          <Overview tenant={tenant} />
        </Tabs.Panel>
        <Tabs.Panel value="members">
          <Members tenant={tenant} view={view} onView={change} />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <Settings tenant={tenant} />
        </Tabs.Panel>
        <Tabs.Panel value="sso">
          <SsoTab
            tenant={tenant}
            connectionId={view.connection}
            onConnection={(connection) => change({ connection })}
          />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function TenantMenu({ tenant }: { tenant: Tenant }) {
  const messages = useMessages(tenantMessages);
  const { enable, disable } = useMessages(tenantsMessages);
  const { delete: deleteLabel, withEllipsis } = useMessages(sharedMessages);
  const mayChange = useHasRole('administrator');
  const go = useGo();
  const turn = useTenantSwitch(tenant);
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            disabled={!mayChange}
            rightSection={<ChevronDown size={16} aria-hidden />}
          >
            {messages.actions}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => turn(!tenant.disabled)}>{tenant.disabled ? enable : disable}</Menu.Item>
          <Menu.Item color="red" onClick={() => setIsDeleting(true)}>
            {withEllipsis(deleteLabel)}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DeleteTenant
        tenant={tenant}
        opened={isDeleting}
        onClose={() => setIsDeleting(false)}
        onDeleted={() => go('tenants')}
      />
    </>
  );
}
