import { Checkbox, Stack } from '@mantine/core';
import type { ProjectSettings as Settings } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { useProjectSettings, useSaveSettings } from '../../api/use-project-settings.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { SettingsCard } from '../../components/settings-card.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { ClaimsCard } from './claims-card.tsx';
import { thirdPartyMessages } from './messages.ts';

/** The project's settings for all third-party applications. */
export function ProjectSettings() {
  const settings = useProjectSettings();
  const mappings = useRead(['scope-claims'], (client) => client.management.scopeClaimMapping.get());
  const error = settings.error ?? mappings.error;
  if (error) return <ErrorNotice error={error} />;
  if (!settings.data || !mappings.data) return <Loading />;
  return (
    <Stack gap="lg">
      <RegistrationCard settings={settings.data} />
      <ClaimsCard mappings={mappings.data} />
    </Stack>
  );
}

type Values = Pick<Settings, 'clientRegistration' | 'clientMetadataDocuments'>;

function RegistrationCard({ settings }: { settings: Settings }) {
  const messages = useMessages(thirdPartyMessages);
  const draft = useDraft<Values>(settings);
  return (
    <SettingsCard
      title={messages.registration}
      lead={messages.registrationLead}
      draft={draft}
      mayChange={useHasRole('administrator')}
      save={useSaveSettings<Values>((values) => values)}
    >
      {(['clientRegistration', 'clientMetadataDocuments'] as const).map((name) => (
        <Checkbox
          key={name}
          label={messages[name]}
          checked={draft.values[name]}
          onChange={(event) => draft.change({ [name]: event.currentTarget.checked })}
        />
      ))}
    </SettingsCard>
  );
}
