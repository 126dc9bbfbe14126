import { Alert, Button, Checkbox, Fieldset, Group, MultiSelect, Stack, Switch, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { TriangleAlert } from 'lucide-react';
import type { Tenant, TenantSettings } from '../../../client/client.ts';
import { unwrap } from '../../api/failure.ts';
import { merge } from '../../api/merge.ts';
import { useRead, useWrite } from '../../api/use-api.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { useUnsaved } from '../../components/unsaved.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useProject } from '../../session/project.tsx';
import { useHasRole } from '../../session/session.tsx';
import { tenantMessages } from './messages.ts';
import { SessionLimits } from './session-limits.tsx';
import { changesOf, type Values, valuesOf } from './settings-values.ts';
import { UserPicker } from './user-picker.tsx';

export function Settings({ tenant }: { tenant: Tenant }) {
  const settings = useRead(['tenant', tenant.id, 'settings'], (client) =>
    client.management.tenant.getSettings(tenant.id),
  );
  // The form starts over after settings were saved or undone. Refetching the same settings changes nothing.
  if (settings.data)
    return <SettingsForm key={JSON.stringify(settings.data)} tenant={tenant} settings={settings.data} />;
  if (settings.error) return <ErrorNotice error={settings.error} retry={settings.refetch} />;
  return <Loading height={320} />;
}

function SettingsForm({ tenant, settings }: { tenant: Tenant; settings: TenantSettings }) {
  const messages = useMessages(tenantMessages);
  const { save } = useMessages(sharedMessages);
  const mayChange = useHasRole('administrator');
  const { client } = useProject();
  const form = useForm<Values>({ initialValues: valuesOf(settings) });
  const apps = useRead(['apps', 'all'], (client) => client.management.ssoApplication.loadAll());
  const before = changesOf(tenant.id, settings, valuesOf(settings));
  const write = useWrite(
    async (client, values: Values) => {
      const current = await unwrap(client.management.tenant.getSettings(tenant.id));
      const merged = merge(valuesOf(settings), values, valuesOf(current));
      return client.management.tenant.configureSettings(changesOf(tenant.id, current, merged));
    },
    {
      changes: [['tenant', tenant.id], ['tenants']],
      done: messages.settingsSaved,
      reportsFailure: false,
      undo: () => unwrap(client.management.tenant.configureSettings(before)),
    },
  );
  const isDirty = form.isDirty();
  useUnsaved(isDirty && !write.isPending);
  const flag = (name: 'enforceSSO' | 'makesUsers' | 'offersSaml' | 'offersOidc') => ({
    ...form.getInputProps(name, { type: 'checkbox' }),
    disabled: !mayChange,
  });
  return (
    <form onSubmit={form.onSubmit((values) => write.mutate(values))}>
      <Stack maw={720}>
        <Fieldset legend={messages.signIn}>
          <Stack>
            <Switch
              label={messages.enforceSSO}
              description={messages.enforceSSOLead}
              {...flag('enforceSSO')}
            />
            {form.values.enforceSSO && settings.authType === 'none' && (
              <Alert color="yellow" icon={<TriangleAlert aria-hidden />} role="status">
                {messages.enforceWithoutSSO}
              </Alert>
            )}
            {form.values.enforceSSO && (
              <UserPicker
                label={messages.exclusions}
                description={messages.exclusionsLead}
                tenantId={tenant.id}
                disabled={!mayChange}
                {...form.getInputProps('enforceSSOExclusions')}
                value={form.values.enforceSSOExclusions}
              />
            )}
            <Switch label={messages.jit} description={messages.jitLead} {...flag('makesUsers')} />
          </Stack>
        </Fieldset>
        <SessionLimits form={form} disabled={!mayChange} />
        {(apps.data?.length ?? 0) > 0 && (
          <Fieldset legend={messages.apps}>
            <MultiSelect
              aria-label={messages.apps}
              description={messages.appsLead}
              data={apps.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
              searchable
              disabled={!mayChange}
              {...form.getInputProps('federatedAppIds')}
            />
          </Fieldset>
        )}
        <Fieldset legend={messages.setup}>
          <Stack gap="xs">
            <Text size="sm">{messages.setupLead}</Text>
            <Checkbox label={messages.setupSaml} {...flag('offersSaml')} />
            <Checkbox label={messages.setupOidc} {...flag('offersOidc')} />
          </Stack>
        </Fieldset>
        {write.error && <ErrorNotice error={write.error} />}
        <Group>
          <Button type="submit" loading={write.isPending} disabled={!mayChange || !isDirty}>
            {save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
