import { Checkbox } from '@mantine/core';
import type { ProjectSettings } from '../../../client/client.ts';
import { useSaveSettings } from '../../api/use-project-settings.ts';
import { SettingsCard } from '../../components/settings-card.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { settingsMessages } from './messages.ts';

type Values = Pick<ProjectSettings, 'strictImpersonation'>;

export function Impersonation({ settings }: { settings: ProjectSettings }) {
  const messages = useMessages(settingsMessages);
  const mayChange = useHasRole('administrator');
  const draft = useDraft<Values>(settings);
  const save = useSaveSettings<Values>((values) => values);
  return (
    <SettingsCard
      title={messages.impersonation}
      lead={messages.impersonationLead}
      draft={draft}
      mayChange={mayChange}
      save={save}
    >
      <Checkbox
        label={messages.strictImpersonation}
        description={messages.strictImpersonationLead}
        checked={draft.values.strictImpersonation}
        onChange={(event) => draft.change({ strictImpersonation: event.currentTarget.checked })}
      />
    </SettingsCard>
  );
}
