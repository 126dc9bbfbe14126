import { Button, Menu } from '@mantine/core';
import { Ban, ChevronDown, CircleCheck, SearchX, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'wouter';
import type { Tenant } from '../../../client/client.ts';
import { ApiError } from '../../api/failure.ts';
import { useRead } from '../../api/use-api.ts';
import { Confirm } from '../../components/confirm.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { ScreenLink, useGo } from '../../components/links.tsx';
import { loadable } from '../../components/loadable.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { PageTabs } from '../../components/page-tabs.tsx';
import { RecordColumns } from '../../components/record-summary.tsx';
import { DeleteTenant } from '../../components/tenants/delete-tenant.tsx';
import { tenantsMessages } from '../../components/tenants/messages.ts';
import { tenantMessages } from '../../components/tenants/tenant-messages.ts';
import { useTenantSwitch } from '../../components/tenants/tenant-switch.ts';
import { useUrlState } from '../../components/url-state.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { CertificateWarnings } from './certificate-warning.tsx';
import { DetailsForm } from './details-form.tsx';
import { Members } from './members.tsx';
import { Settings } from './settings.tsx';
import { TenantSummary } from './summary.tsx';
import { defaults } from './view.ts';

const DirectoryTab = loadable(() => import('./directory/directory-tab.tsx'), <Loading height={320} />);
const DomainsTab = loadable(() => import('./domains/domains-tab.tsx'), <Loading height={320} />);
const SsoTab = loadable(() => import('./sso/sso-tab.tsx'), <Loading height={320} />);

export default function TenantScreen() {
  const messages = useMessages(tenantMessages);
  const { title: listTitle } = useMessages(tenantsMessages);
  const { tenantId = '' } = useParams<{ tenantId: string }>();
  const tenant = useRead(['tenant', tenantId], (client) => client.management.tenant.load(tenantId));
  if (tenant.data) return <TenantPage tenant={tenant.data} />;
  const isUnknown = tenant.error instanceof ApiError && tenant.error.status === 404;
  return (
    <Page
      title={isUnknown ? messages.unknown : messages.loading}
      within={[{ title: listTitle, to: 'tenants' }]}
    >
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
  const { title: listTitle } = useMessages(tenantsMessages);
  const [view, change] = useUrlState(defaults);
  return (
    <Page
      title={tenant.name}
      within={[{ title: listTitle, to: 'tenants' }]}
      actions={<TenantMenu tenant={tenant} />}
    >
      <CertificateWarnings tenant={tenant} />
      <RecordColumns summary={<TenantSummary tenant={tenant} />}>
        <PageTabs
          label={messages.tabsLabel}
          value={view.tab}
          onChange={(tab) => change({ ...defaults, tab })}
          tabs={[
            { value: 'overview', title: messages.tabs.overview, show: () => <DetailsForm tenant={tenant} /> },
            {
              value: 'members',
              title: messages.tabs.members,
              show: () => <Members tenant={tenant} view={view} onView={change} />,
            },
            { value: 'settings', title: messages.tabs.settings, show: () => <Settings tenant={tenant} /> },
            {
              value: 'sso',
              title: messages.tabs.sso,
              show: () => (
                <SsoTab
                  tenant={tenant}
                  connectionId={view.connection}
                  onConnection={(connection) => change({ connection })}
                />
              ),
            },
            {
              value: 'domains',
              title: messages.tabs.domains,
              show: () => <DomainsTab tenantId={tenant.id} />,
            },
            {
              value: 'directory',
              title: messages.tabs.directory,
              show: () => <DirectoryTab tenantId={tenant.id} />,
            },
          ]}
        />
      </RecordColumns>
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
  const [asked, setAsked] = useState<'disable' | 'delete'>();
  const close = () => setAsked(undefined);
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
          {tenant.disabled ? (
            <Menu.Item leftSection={<CircleCheck size={16} aria-hidden />} onClick={() => turn(false)}>
              {enable}
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<Ban size={16} aria-hidden />} onClick={() => setAsked('disable')}>
              {withEllipsis(disable)}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<Trash2 size={16} aria-hidden />}
            onClick={() => setAsked('delete')}
          >
            {withEllipsis(deleteLabel)}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Confirm
        opened={asked === 'disable'}
        onClose={close}
        title={messages.disableTitle(tenant.name)}
        action={disable}
        isReversible
        onConfirm={() => turn(true)}
      >
        {messages.disableLead}
      </Confirm>
      <DeleteTenant
        tenant={tenant}
        opened={asked === 'delete'}
        onClose={close}
        onDeleted={() => go('tenants')}
      />
    </>
  );
}
