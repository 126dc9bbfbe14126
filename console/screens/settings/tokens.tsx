import { Stack, Text } from '@mantine/core';
import type { ProjectSettings } from '../../../client/client.ts';
import { useSaveSettings } from '../../api/use-project-settings.ts';
import { DurationInput, isBetween } from '../../parts/duration-input.tsx';
import { SettingsCard } from '../../parts/settings-card.tsx';
import { useDraft } from '../../parts/use-draft.ts';
import { useMay } from '../../session/session.tsx';
import { useWords } from '../../words/language.tsx';
import { Delivery } from './delivery.tsx';
import { tokenWords } from './token-words.ts';

type Values = Pick<
  ProjectSettings,
  'sessionLifetimeSeconds' | 'refreshIdleSeconds' | 'refreshLifetimeSeconds'
>;

const day = 86_400;
const year = 365 * day;

export function Tokens({ settings }: { settings: ProjectSettings }) {
  return (
    <Stack gap="lg">
      <Lifetimes settings={settings} />
      <Delivery settings={settings} />
    </Stack>
  );
}

function Lifetimes({ settings }: { settings: ProjectSettings }) {
  const words = useWords(tokenWords);
  const draft = useDraft<Values>(settings);
  const save = useSaveSettings<Values>((values) => values);
  const { sessionLifetimeSeconds, refreshIdleSeconds, refreshLifetimeSeconds } = draft.values;
  const isPossible =
    isBetween(sessionLifetimeSeconds, 60, day) &&
    isBetween(refreshIdleSeconds, 300, year) &&
    isBetween(refreshLifetimeSeconds, 300, year);
  return (
    <SettingsCard
      title={words.lifetimes}
      lead={words.lifetimesLead}
      draft={draft}
      hasProblem={!isPossible}
      mayChange={useMay('administrator')}
      save={save}
    >
      <DurationInput
        label={words.session}
        value={sessionLifetimeSeconds}
        onChange={(sessionLifetimeSeconds) => draft.change({ sessionLifetimeSeconds })}
        min={60}
        max={day}
      />
      <DurationInput
        label={words.idle}
        description={words.idleLead}
        value={refreshIdleSeconds}
        onChange={(refreshIdleSeconds) => draft.change({ refreshIdleSeconds })}
        min={300}
        max={year}
      />
      <DurationInput
        label={words.whole}
        value={refreshLifetimeSeconds}
        onChange={(refreshLifetimeSeconds) => draft.change({ refreshLifetimeSeconds })}
        min={300}
        max={year}
      />
      {refreshIdleSeconds > refreshLifetimeSeconds && (
        <Text size="sm" c="dimmed">
          {words.idleLonger}
        </Text>
      )}
    </SettingsCard>
  );
}
