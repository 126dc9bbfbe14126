import { Stack, Text } from '@mantine/core';
import type { ProjectSettings } from '../../../client/client.ts';
import { tokenLifetimes } from '../../../client/constants.ts';
import { useSaveSettings } from '../../api/use-project-settings.ts';
import { isBetween } from '../../components/duration.ts';
import { DurationInput } from '../../components/duration-input.tsx';
import { SettingsCard } from '../../components/settings-card.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { Delivery } from './delivery.tsx';
import { tokenMessages } from './token-messages.ts';

type Values = Pick<
  ProjectSettings,
  'sessionLifetimeSeconds' | 'refreshIdleSeconds' | 'refreshLifetimeSeconds'
>;

export function Tokens({ settings }: { settings: ProjectSettings }) {
  return (
    <Stack gap="lg">
      <Lifetimes settings={settings} />
      <Delivery settings={settings} />
    </Stack>
  );
}

function Lifetimes({ settings }: { settings: ProjectSettings }) {
  const messages = useMessages(tokenMessages);
  const draft = useDraft<Values>(settings);
  const save = useSaveSettings<Values>((values) => values);
  const { sessionLifetimeSeconds, refreshIdleSeconds, refreshLifetimeSeconds } = draft.values;
  const isPossible =
    isBetween(sessionLifetimeSeconds, tokenLifetimes.session) &&
    isBetween(refreshIdleSeconds, tokenLifetimes.refresh) &&
    isBetween(refreshLifetimeSeconds, tokenLifetimes.refresh);
  return (
    <SettingsCard
      title={messages.lifetimes}
      lead={messages.lifetimesLead}
      draft={draft}
      hasProblem={!isPossible}
      mayChange={useHasRole('administrator')}
      save={save}
    >
      <DurationInput
        label={messages.session}
        value={sessionLifetimeSeconds}
        onChange={(sessionLifetimeSeconds) => draft.change({ sessionLifetimeSeconds })}
        {...tokenLifetimes.session}
      />
      <DurationInput
        label={messages.idle}
        description={messages.idleLead}
        value={refreshIdleSeconds}
        onChange={(refreshIdleSeconds) => draft.change({ refreshIdleSeconds })}
        {...tokenLifetimes.refresh}
      />
      <DurationInput
        label={messages.whole}
        value={refreshLifetimeSeconds}
        onChange={(refreshLifetimeSeconds) => draft.change({ refreshLifetimeSeconds })}
        {...tokenLifetimes.refresh}
      />
      {refreshIdleSeconds > refreshLifetimeSeconds && (
        <Text size="sm" c="dimmed">
          {messages.idleLonger}
        </Text>
      )}
    </SettingsCard>
  );
}
