import { List, Stack, Text } from '@mantine/core';
import type { ProjectSettings } from '../../../client/client.ts';
import { maxOrigins } from '../../../client/constants.ts';
import { useSaveSettings } from '../../api/use-project-settings.ts';
import { addressMessages } from '../../components/addresses/address-messages.ts';
import { originProblem, redirectProblem } from '../../components/addresses/address-rules.ts';
import { SettingsCard } from '../../components/settings-card.tsx';
import { TextList } from '../../components/text-list.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole, useSession } from '../../session/session.tsx';

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
  const messages = useMessages(addressMessages);
  const { mode } = useSession();
  const draft = useDraft<Pick<ProjectSettings, 'redirectUrls'>>(settings);
  const save = useSaveSettings<Pick<ProjectSettings, 'redirectUrls'>>((values) => values);
  const problemOf = (url: string) => {
    const problem = redirectProblem(url);
    return problem && messages.problems[problem];
  };
  return (
    <SettingsCard
      title={messages.redirects}
      lead={messages.redirectsLead}
      draft={draft}
      mayChange={useHasRole('administrator')}
      save={save}
    >
      <List size="sm">
        {messages.redirectRules.map((rule) => (
          <List.Item key={rule} style={{ overflowWrap: 'anywhere' }}>
            {rule}
          </List.Item>
        ))}
        {mode === 'development' && <List.Item>{messages.development}</List.Item>}
      </List>
      <TextList
        label={messages.redirects}
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
  const messages = useMessages(addressMessages);
  const draft = useDraft<Pick<ProjectSettings, 'allowedOrigins'>>(settings);
  const save = useSaveSettings<Pick<ProjectSettings, 'allowedOrigins'>>((values) => values);
  const { allowedOrigins } = draft.values;
  const problemOf = (origin: string) => {
    const problem = originProblem(origin);
    return problem && messages.problems[problem];
  };
  return (
    <SettingsCard
      title={messages.origins}
      lead={messages.originsLead}
      draft={draft}
      mayChange={useHasRole('administrator')}
      save={save}
    >
      <TextList
        label={messages.origins}
        isLabelHidden
        placeholder="https://app.example.com"
        values={allowedOrigins}
        onChange={(allowedOrigins) => draft.change({ allowedOrigins })}
        problemOf={problemOf}
        max={maxOrigins}
      />
      {allowedOrigins.length === 0 && (
        <Text size="sm" c="dimmed">
          {messages.noOrigins}
        </Text>
      )}
    </SettingsCard>
  );
}
