import { List, Stack, Text } from '@mantine/core';
import type { ProjectSettings } from '../../../client/client.ts';
import { useSaveSettings } from '../../api/use-project-settings.ts';
import { SettingsCard } from '../../parts/settings-card.tsx';
import { TextList } from '../../parts/text-list.tsx';
import { useDraft } from '../../parts/use-draft.ts';
import { useMay, useSession } from '../../session/session.tsx';
import { useWords } from '../../words/language.tsx';
import { originProblem, redirectProblem } from './address-rules.ts';
import { addressWords } from './address-words.ts';

interface Props {
  settings: ProjectSettings;
}

export function Addresses({ settings }: Props) {
  return (
    <Stack gap="lg">
      <Redirects settings={settings} />
      <Origins settings={settings} />
    </Stack>
  );
}

function Redirects({ settings }: Props) {
  const words = useWords(addressWords);
  const { mode } = useSession();
  const draft = useDraft<Pick<ProjectSettings, 'redirectUrls'>>(settings);
  const save = useSaveSettings<Pick<ProjectSettings, 'redirectUrls'>>((values) => values);
  const problemOf = (url: string) => {
    const problem = redirectProblem(url);
    return problem && words.problems[problem];
  };
  return (
    <SettingsCard
      title={words.redirects}
      lead={words.redirectsLead}
      draft={draft}
      mayChange={useMay('administrator')}
      save={save}
    >
      <List size="sm">
        {words.redirectRules.map((rule) => (
          <List.Item key={rule} style={{ overflowWrap: 'anywhere' }}>
            {rule}
          </List.Item>
        ))}
        {mode === 'development' && <List.Item>{words.development}</List.Item>}
      </List>
      <TextList
        label={words.redirects}
        isLabelHidden
        placeholder="https://app.example.com/done"
        values={draft.values.redirectUrls}
        onChange={(redirectUrls) => draft.change({ redirectUrls })}
        problemOf={problemOf}
      />
    </SettingsCard>
  );
}

function Origins({ settings }: Props) {
  const words = useWords(addressWords);
  const draft = useDraft<Pick<ProjectSettings, 'allowedOrigins'>>(settings);
  const save = useSaveSettings<Pick<ProjectSettings, 'allowedOrigins'>>((values) => values);
  const { allowedOrigins } = draft.values;
  const problemOf = (origin: string) => {
    const problem = originProblem(origin);
    return problem && words.problems[problem];
  };
  return (
    <SettingsCard
      title={words.origins}
      lead={words.originsLead}
      draft={draft}
      mayChange={useMay('administrator')}
      save={save}
    >
      <TextList
        label={words.origins}
        isLabelHidden
        placeholder="https://app.example.com"
        values={allowedOrigins}
        onChange={(allowedOrigins) => draft.change({ allowedOrigins })}
        problemOf={problemOf}
        max={100}
      />
      {allowedOrigins.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.noOrigins}
        </Text>
      )}
    </SettingsCard>
  );
}
