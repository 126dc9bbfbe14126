import { Checkbox } from '@mantine/core';
import type { ProjectSettings } from '../../../client/client.ts';
import { useSaveSettings } from '../../api/use-project-settings.ts';
import { SettingsCard } from '../../components/settings-card.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { settingsMessages } from './messages.ts';

type Values = Pick<ProjectSettings, 'provenSubdomains'>;

export function TenantDomains({ settings }: { settings: ProjectSettings }) {
  const messages = useMessages(settingsMessages);
  const mayChange = useHasRole('administrator');
  const draft = useDraft<Values>(settings);
  const save = useSaveSettings<Values>((values) => values);
  return (
    <SettingsCard
      title={messages.tenantDomains}
      lead={messages.tenantDomainsLead}
      draft={draft}
      mayChange={mayChange}
      save={save}
    >
      <Checkbox
        label={messages.provenSubdomains}
        description={messages.provenSubdomainsLead}
        checked={draft.values.provenSubdomains}
        onChange={(event) => draft.change({ provenSubdomains: event.currentTarget.checked })}
      />
    </SettingsCard>
  );
}
