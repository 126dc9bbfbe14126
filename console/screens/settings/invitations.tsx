import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import type { ProjectSettings } from '../../../client/client.ts';
import { useSaveSettings } from '../../api/use-project-settings.ts';
import { DurationInput } from '../../parts/duration-input.tsx';
import { SettingsCard } from '../../parts/settings-card.tsx';
import { useDraft } from '../../parts/use-draft.ts';
import { useMay } from '../../session/session.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { isWebUrl } from './address-rules.ts';
import { settingsWords } from './words.ts';

type Values = Pick<
  ProjectSettings,
  'inviteUrl' | 'inviteSendMail' | 'inviteSendSMS' | 'inviteLifetimeSeconds'
>;

const day = 86_400;

export function Invitations({ settings }: { settings: ProjectSettings }) {
  const words = useWords(settingsWords);
  const { errors } = useWords(everywhere);
  const mayChange = useMay('administrator');
  const draft = useDraft<Values>(settings);
  const save = useSaveSettings<Values>((values) => values);
  const { inviteUrl, inviteSendMail, inviteSendSMS, inviteLifetimeSeconds } = draft.values;
  return (
    <SettingsCard
      title={words.invitations}
      lead={words.invitationsLead}
      draft={draft}
      mayChange={mayChange}
      save={save}
    >
      <TextInput
        type="url"
        label={words.inviteUrl}
        description={words.inviteUrlLead}
        value={inviteUrl}
        onChange={(event) => draft.change({ inviteUrl: event.currentTarget.value.trim() })}
        error={inviteUrl === '' || isWebUrl(inviteUrl) ? null : errors.url}
        maw={560}
      />
      <Stack gap="xs">
        <Checkbox
          label={words.inviteMail}
          checked={inviteSendMail}
          onChange={(event) => draft.change({ inviteSendMail: event.currentTarget.checked })}
        />
        <Checkbox
          label={words.inviteSms}
          checked={inviteSendSMS}
          onChange={(event) => draft.change({ inviteSendSMS: event.currentTarget.checked })}
        />
        {!inviteSendMail && !inviteSendSMS && (
          <Text size="sm" c="dimmed">
            {words.inviteNeither}
          </Text>
        )}
      </Stack>
      <DurationInput
        label={words.inviteLifetime}
        value={inviteLifetimeSeconds}
        onChange={(inviteLifetimeSeconds) => draft.change({ inviteLifetimeSeconds })}
        min={300}
        max={7 * day}
      />
    </SettingsCard>
  );
}
