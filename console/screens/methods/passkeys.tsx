import { Alert, Text, TextInput } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import type { ProjectSettings } from '../../../client/client.ts';
import { useSaveSettings } from '../../api/use-project-settings.ts';
import { ScreenLink } from '../../parts/links.tsx';
import { SettingsCard } from '../../parts/settings-card.tsx';
import { useDraft } from '../../parts/use-draft.ts';
import { useMay } from '../../session/session.tsx';
import { useWords } from '../../words/language.tsx';
import { methodWords } from './words.ts';

type Values = Pick<ProjectSettings, 'passkeyDomain'>;

export function Passkeys({ settings }: { settings: ProjectSettings }) {
  const words = useWords(methodWords);
  const draft = useDraft<Values>(settings);
  const save = useSaveSettings<Values>((values) => values);
  const { passkeyDomain } = draft.values;
  const isDomain = /^(([a-z0-9-]+\.)+[a-z][a-z0-9-]*|localhost|)$/i.test(passkeyDomain);
  return (
    <SettingsCard
      title={words.passkeys}
      lead={words.passkeysLead}
      draft={draft}
      mayChange={useMay('administrator')}
      save={save}
    >
      <TextInput
        label={words.domain}
        description={words.domainLead}
        placeholder="example.com"
        value={passkeyDomain}
        onChange={(event) => draft.change({ passkeyDomain: event.currentTarget.value.trim() })}
        error={isDomain ? null : words.noDomain}
        maw={480}
      />
      <Text size="sm">
        <ScreenLink to="settings" state={{ tab: 'addresses' }}>
          {words.toOrigins}
        </ScreenLink>
      </Text>
      {draft.isDirty && (
        <Alert color="yellow" icon={<TriangleAlert aria-hidden />} role="status">
          {words.domainWarning}
        </Alert>
      )}
    </SettingsCard>
  );
}
