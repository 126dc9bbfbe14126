import { Group, Stack, Switch } from '@mantine/core';
import { passwordRanges } from '../../../client/constants.ts';
import { SettingsCard } from '../../components/settings-card.tsx';
import { type Draft, useDraft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { passwordMessages } from './password-messages.ts';
import { type PasswordValues, useSavePasswordSettings } from './use-password-settings.ts';
import { WholeNumber } from './whole-number.tsx';

interface Props {
  settings: PasswordValues;
}

export function WrongPasswords({ settings }: Props) {
  const messages = useMessages(passwordMessages);
  const draft = useDraft<PasswordValues>(settings);
  const save = useSavePasswordSettings();
  return (
    <SettingsCard
      title={messages.wrong}
      lead={messages.wrongLead}
      draft={draft}
      mayChange={useHasRole('administrator')}
      save={save}
    >
      <Rule
        draft={draft}
        flag="tempLock"
        label={messages.tempLock}
        numbers={[
          { name: 'tempLockAttempts', label: messages.tempLockAttempts },
          { name: 'tempLockDuration', label: messages.tempLockDuration },
        ]}
      />
      <Rule
        draft={draft}
        flag="lock"
        label={messages.lock}
        description={messages.lockLead}
        numbers={[{ name: 'lockAttempts', label: messages.lockAttempts }]}
      />
    </SettingsCard>
  );
}

export function PasswordAges({ settings }: Props) {
  const messages = useMessages(passwordMessages);
  const draft = useDraft<PasswordValues>(settings);
  const save = useSavePasswordSettings();
  return (
    <SettingsCard
      title={messages.ages}
      lead={messages.agesLead}
      draft={draft}
      mayChange={useHasRole('administrator')}
      save={save}
    >
      <Rule
        draft={draft}
        flag="expiration"
        label={messages.expiration}
        numbers={[{ name: 'expirationWeeks', label: messages.expirationWeeks }]}
      />
      <Rule
        draft={draft}
        flag="reuse"
        label={messages.reuse}
        numbers={[{ name: 'reuseAmount', label: messages.reuseAmount }]}
      />
    </SettingsCard>
  );
}

interface RuleProps {
  draft: Draft<PasswordValues>;
  flag: 'tempLock' | 'lock' | 'expiration' | 'reuse';
  label: string;
  description?: string;
  numbers: {
    name: 'tempLockAttempts' | 'tempLockDuration' | 'lockAttempts' | 'expirationWeeks' | 'reuseAmount';
    label: string;
  }[];
}

/** Numbers that apply only while their switch is on. */
function Rule({ draft, flag, label, description, numbers }: RuleProps) {
  const isOn = draft.values[flag];
  return (
    <Stack gap="xs">
      <Switch
        label={label}
        {...(description && { description })}
        checked={isOn}
        onChange={(event) => draft.change({ [flag]: event.currentTarget.checked })}
      />
      {isOn && (
        <Group align="flex-start">
          {numbers.map(({ name, label }) => (
            <WholeNumber
              key={name}
              label={label}
              {...passwordRanges[name]}
              value={draft.values[name]}
              onChange={(value) => draft.change({ [name]: value })}
            />
          ))}
        </Group>
      )}
    </Stack>
  );
}
