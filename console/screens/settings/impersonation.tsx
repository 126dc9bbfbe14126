import { Checkbox } from '@mantine/core';
import type { ProjectSettings } from '../../../client/client.ts';
import { useSaveSettings } from '../../api/use-project-settings.ts';
import { SettingsCard } from '../../parts/settings-card.tsx';
import { useDraft } from '../../parts/use-draft.ts';
import { useMay } from '../../session/session.tsx';
import { useWords } from '../../words/language.tsx';
import { settingsWords } from './words.ts';

type Values = Pick<ProjectSettings, 'strictImpersonation'>;

export function Impersonation({ settings }: { settings: ProjectSettings }) {
  const words = useWords(settingsWords);
  const mayChange = useMay('administrator');
  const draft = useDraft<Values>(settings);
  const save = useSaveSettings<Values>((values) => values);
  return (
    <SettingsCard
      title={words.impersonation}
      lead={words.impersonationLead}
      draft={draft}
      mayChange={mayChange}
      save={save}
    >
      <Checkbox
        label={words.strictImpersonation}
        description={words.strictImpersonationLead}
        checked={draft.values.strictImpersonation}
        onChange={(event) => draft.change({ strictImpersonation: event.currentTarget.checked })}
      />
    </SettingsCard>
  );
}
