import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import type { ProjectSettings } from '../../../client/client.ts';
import { inviteLifetime } from '../../../client/constants.ts';
import { useSaveSettings } from '../../api/use-project-settings.ts';
import { isWebUrl } from '../../components/addresses/address-rules.ts';
import { DurationInput } from '../../components/duration-input.tsx';
import { SettingsCard } from '../../components/settings-card.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { settingsMessages } from './messages.ts';

type Values = Pick<
  ProjectSettings,
  'inviteUrl' | 'inviteSendMail' | 'inviteSendSMS' | 'inviteLifetimeSeconds'
>;

export function Invitations({ settings }: { settings: ProjectSettings }) {
  const messages = useMessages(settingsMessages);
  const { errors } = useMessages(sharedMessages);
  const mayChange = useHasRole('administrator');
  const draft = useDraft<Values>(settings);
  const save = useSaveSettings<Values>((values) => values);
  const { inviteUrl, inviteSendMail, inviteSendSMS, inviteLifetimeSeconds } = draft.values;
  return (
    <SettingsCard
      title={messages.invitations}
      lead={messages.invitationsLead}
      draft={draft}
      mayChange={mayChange}
      save={save}
    >
      <TextInput
        type="url"
        label={messages.inviteUrl}
        description={messages.inviteUrlLead}
        value={inviteUrl}
        onChange={(event) => draft.change({ inviteUrl: event.currentTarget.value.trim() })}
        error={inviteUrl === '' || isWebUrl(inviteUrl) ? null : errors.url}
        maw={560}
      />
      <Stack gap="xs">
        <Checkbox
          label={messages.inviteMail}
          checked={inviteSendMail}
          onChange={(event) => draft.change({ inviteSendMail: event.currentTarget.checked })}
        />
        <Checkbox
          label={messages.inviteSms}
          checked={inviteSendSMS}
          onChange={(event) => draft.change({ inviteSendSMS: event.currentTarget.checked })}
        />
        {!inviteSendMail && !inviteSendSMS && (
          <Text size="sm" c="dimmed">
            {messages.inviteNeither}
          </Text>
        )}
      </Stack>
      <DurationInput
        label={messages.inviteLifetime}
        value={inviteLifetimeSeconds}
        onChange={(inviteLifetimeSeconds) => draft.change({ inviteLifetimeSeconds })}
        {...inviteLifetime}
      />
    </SettingsCard>
  );
}
