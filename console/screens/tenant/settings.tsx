import { Alert, Button, Checkbox, Fieldset, Group, MultiSelect, Stack, Switch, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { TriangleAlert } from 'lucide-react';
import type { Tenant, TenantSettings } from '../../../client/client.ts';
import { unwrap } from '../../api/failure.ts';
import { useRead, useWrite } from '../../api/use-api.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { Loading } from '../../parts/loading.tsx';
import { useUnsaved } from '../../parts/unsaved.ts';
import { useProject } from '../../session/project.tsx';
import { useMay } from '../../session/session.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { SessionLimits } from './session-limits.tsx';
import { changesOf, type Values, valuesOf } from './settings-values.ts';
import { UserPicker } from './user-picker.tsx';
import { tenantWords } from './words.ts';

export function Settings({ tenant }: { tenant: Tenant }) {
  const settings = useRead(['tenant', tenant.id, 'settings'], (client) =>
    client.management.tenant.getSettings(tenant.id),
  );
  // What was saved, or taken back, is what the form begins with; the same asked for once more changes nothing.
  if (settings.data)
    return <SettingsForm key={JSON.stringify(settings.data)} tenant={tenant} settings={settings.data} />;
  if (settings.error) return <ErrorNotice error={settings.error} retry={settings.refetch} />;
  return <Loading height={320} />;
}

function SettingsForm({ tenant, settings }: { tenant: Tenant; settings: TenantSettings }) {
  const words = useWords(tenantWords);
  const { save } = useWords(everywhere);
  const mayChange = useMay('administrator');
  const { client } = useProject();
  const form = useForm<Values>({ initialValues: valuesOf(settings) });
  const apps = useRead(['apps', 'all'], (client) => client.management.ssoApplication.loadAll());
  const before = changesOf(tenant.id, settings, valuesOf(settings));
  const write = useWrite(
    (client, values: Values) =>
      client.management.tenant.configureSettings(changesOf(tenant.id, settings, values)),
    {
      changes: [['tenant', tenant.id], ['tenants']],
      done: words.settingsSaved,
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
        <Fieldset legend={words.signIn}>
          <Stack>
            <Switch label={words.enforceSSO} description={words.enforceSSOLead} {...flag('enforceSSO')} />
            {form.values.enforceSSO && settings.authType === 'none' && (
              <Alert color="yellow" icon={<TriangleAlert aria-hidden />} role="status">
                {words.enforceWithoutSSO}
              </Alert>
            )}
            {form.values.enforceSSO && (
              <UserPicker
                label={words.exclusions}
                description={words.exclusionsLead}
                tenantId={tenant.id}
                disabled={!mayChange}
                {...form.getInputProps('enforceSSOExclusions')}
                value={form.values.enforceSSOExclusions}
              />
            )}
            <Switch label={words.jit} description={words.jitLead} {...flag('makesUsers')} />
          </Stack>
        </Fieldset>
        <SessionLimits form={form} disabled={!mayChange} />
        {(apps.data?.length ?? 0) > 0 && (
          <Fieldset legend={words.apps}>
            <MultiSelect
              aria-label={words.apps}
              description={words.appsLead}
              data={apps.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
              searchable
              disabled={!mayChange}
              {...form.getInputProps('federatedAppIds')}
            />
          </Fieldset>
        )}
        <Fieldset legend={words.setup}>
          <Stack gap="xs">
            <Text size="sm">{words.setupLead}</Text>
            <Checkbox label={words.setupSaml} {...flag('offersSaml')} />
            <Checkbox label={words.setupOidc} {...flag('offersOidc')} />
          </Stack>
        </Fieldset>
        <Group>
          <Button type="submit" loading={write.isPending} disabled={!mayChange || !isDirty}>
            {save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
