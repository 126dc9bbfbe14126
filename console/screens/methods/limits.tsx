import { Stack } from '@mantine/core';
import type { ProjectSettings } from '../../../client/client.ts';
import { maxPermittedIps } from '../../../client/constants.ts';
import { useSaveSettings } from '../../api/use-project-settings.ts';
import { SettingsCard } from '../../components/settings-card.tsx';
import { TextList } from '../../components/text-list.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { limitMessages } from './limit-messages.ts';
import { LimitTable } from './limit-table.tsx';

type RateLimits = ProjectSettings['rateLimits'];
type Unlimited = Pick<ProjectSettings, 'unlimitedAddresses'>;

interface Props {
  settings: ProjectSettings;
}

export function Limits({ settings }: Props) {
  return (
    <Stack gap="lg">
      <Requests settings={settings} />
      <UnlimitedAddresses settings={settings} />
    </Stack>
  );
}

function Requests({ settings }: Props) {
  const messages = useMessages(limitMessages);
  const draft = useDraft<RateLimits>(settings.rateLimits);
  const save = useSaveSettings<RateLimits>((rateLimits) => ({ rateLimits }));
  return (
    <SettingsCard
      title={messages.limits}
      lead={messages.limitsLead}
      draft={draft}
      mayChange={useHasRole('administrator')}
      save={save}
    >
      <LimitTable draft={draft} />
    </SettingsCard>
  );
}

function UnlimitedAddresses({ settings }: Props) {
  const messages = useMessages(limitMessages);
  const draft = useDraft<Unlimited>(settings);
  const save = useSaveSettings<Unlimited>((values) => values);
  return (
    <SettingsCard
      title={messages.unlimited}
      lead={messages.unlimitedLead}
      draft={draft}
      mayChange={useHasRole('administrator')}
      save={save}
    >
      <TextList
        label={messages.unlimited}
        isLabelHidden
        placeholder="203.0.113.7"
        values={draft.values.unlimitedAddresses}
        onChange={(unlimitedAddresses) => draft.change({ unlimitedAddresses })}
        problemOf={(entry) => (looksLikeNetwork(entry) ? undefined : messages.noNetwork)}
        max={maxPermittedIps}
      />
    </SettingsCard>
  );
}

/** A rough check. The server parses it exactly. */
function looksLikeNetwork(text: string): boolean {
  return /^(\d{1,3}(\.\d{1,3}){3}|[0-9a-f]*:[0-9a-f:.]*)(\/\d{1,3})?$/i.test(text);
}
