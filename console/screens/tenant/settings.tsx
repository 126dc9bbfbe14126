import { Alert, Checkbox, MultiSelect, Stack, Switch, Text } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import type { Client, Tenant, TenantSettings } from '../../../client/client.ts';
import { unwrap } from '../../api/failure.ts';
import { merge } from '../../api/merge.ts';
import { useRead, useWrite } from '../../api/use-api.ts';
import { DraftForm } from '../../components/draft-form.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FormSection } from '../../components/form-section.tsx';
import { Loading } from '../../components/loading.tsx';
import { tenantMessages } from '../../components/tenants/tenant-messages.ts';
import { type Draft, useDraft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useProject } from '../../session/project.tsx';
import { useHasRole } from '../../session/session.tsx';
import { SessionLimits } from './session-limits.tsx';
import { changesOf, type Values, valuesOf } from './settings-values.ts';
import { UserPicker } from './user-picker.tsx';

export function Settings({ tenant }: { tenant: Tenant }) {
  const settings = useRead(['tenant', tenant.id, 'settings'], (client) =>
    client.management.tenant.getSettings(tenant.id),
  );
  // Input is kept if a later refetch fails.
  if (settings.data) return <SettingsForm tenant={tenant} settings={settings.data} />;
  if (settings.error) return <ErrorNotice error={settings.error} retry={settings.refetch} />;
  return <Loading height={320} />;
}

function SettingsForm({ tenant, settings }: { tenant: Tenant; settings: TenantSettings }) {
  const messages = useMessages(tenantMessages);
  const mayChange = useHasRole('administrator');
  const draft = useDraft<Values>(useMemo(() => valuesOf(settings), [settings]));
  const save = useSaveSettings(tenant.id);
  const apps = useRead(['apps', 'all'], (client) => client.management.ssoApplication.loadAll());
  const { values, change } = draft;
  const flag = (name: 'enforceSSO' | 'createsUsers' | 'offersSaml' | 'offersOidc') => ({
    checked: values[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => change({ [name]: event.currentTarget.checked }),
  });
  return (
    <DraftForm label={messages.tabs.settings} draft={draft} mayChange={mayChange} save={save}>
      <FormSection title={messages.signIn}>
        <Switch label={messages.enforceSSO} description={messages.enforceSSOLead} {...flag('enforceSSO')} />
        {values.enforceSSO && settings.authType === 'none' && (
          <Alert color="yellow" icon={<TriangleAlert aria-hidden />} role="status">
            {messages.enforceWithoutSSO}
          </Alert>
        )}
        {values.enforceSSO && (
          <UserPicker
            label={messages.exclusions}
            description={messages.exclusionsLead}
            tenantId={tenant.id}
            value={values.enforceSSOExclusions}
            onChange={(enforceSSOExclusions) => change({ enforceSSOExclusions })}
          />
        )}
        <Switch label={messages.jit} description={messages.jitLead} {...flag('createsUsers')} />
      </FormSection>
      <SessionLimits draft={draft} />
      {(apps.data?.length ?? 0) > 0 && (
        <FormSection title={messages.apps}>
          <MultiSelect
            aria-label={messages.apps}
            description={messages.appsLead}
            data={apps.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
            searchable
            value={values.federatedAppIds}
            onChange={(federatedAppIds) => change({ federatedAppIds })}
          />
        </FormSection>
      )}
      <FormSection title={messages.setup}>
        <Stack gap="xs">
          <Text size="sm">{messages.setupLead}</Text>
          <Checkbox label={messages.setupSaml} {...flag('offersSaml')} />
          <Checkbox label={messages.setupOidc} {...flag('offersOidc')} />
        </Stack>
      </FormSection>
    </DraftForm>
  );
}

/** Saves the changed fields, unless another administrator changed them, too. The API expects all settings at once. */
function useSaveSettings(tenantId: string) {
  const messages = useMessages(tenantMessages);
  const { client } = useProject();
  const write = async (client: Client, before: Partial<Values>, changes: Partial<Values>) => {
    const current = await unwrap(client.management.tenant.getSettings(tenantId));
    const theirs = valuesOf(current);
    const values = { ...theirs, ...merge(before, changes, theirs) };
    return client.management.tenant.configureSettings(changesOf(tenantId, current, values));
  };
  return useWrite((client, { before, changes }: Draft<Values>) => write(client, before, changes), {
    changes: [['tenant', tenantId], ['tenants']],
    done: messages.settingsSaved,
    reportsFailure: false,
    undo: (_, { before, changes }) => unwrap(write(client, changes, before)),
  });
}
