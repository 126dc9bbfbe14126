import { Group, Stack, Switch } from '@mantine/core';
import { SettingsCard } from '../../parts/settings-card.tsx';
import { type Draft, useDraft } from '../../parts/use-draft.ts';
import { useMay } from '../../session/session.tsx';
import { useWords } from '../../words/language.tsx';
import { passwordWords } from './password-words.ts';
import { type PasswordValues, useSavePasswordSettings } from './use-password-settings.ts';
import { WholeNumber } from './whole-number.tsx';

interface Props {
  settings: PasswordValues;
}

export function WrongPasswords({ settings }: Props) {
  const words = useWords(passwordWords);
  const draft = useDraft<PasswordValues>(settings);
  const save = useSavePasswordSettings();
  return (
    <SettingsCard
      title={words.wrong}
      lead={words.wrongLead}
      draft={draft}
      mayChange={useMay('administrator')}
      save={save}
    >
      <Rule
        draft={draft}
        flag="tempLock"
        label={words.tempLock}
        numbers={[
          { name: 'tempLockAttempts', label: words.tempLockAttempts, min: 2, max: 100 },
          { name: 'tempLockDuration', label: words.tempLockDuration, min: 1, max: 1_440 },
        ]}
      />
      <Rule
        draft={draft}
        flag="lock"
        label={words.lock}
        description={words.lockLead}
        numbers={[{ name: 'lockAttempts', label: words.lockAttempts, min: 2, max: 100 }]}
      />
    </SettingsCard>
  );
}

export function PasswordAges({ settings }: Props) {
  const words = useWords(passwordWords);
  const draft = useDraft<PasswordValues>(settings);
  const save = useSavePasswordSettings();
  return (
    <SettingsCard
      title={words.ages}
      lead={words.agesLead}
      draft={draft}
      mayChange={useMay('administrator')}
      save={save}
    >
      <Rule
        draft={draft}
        flag="expiration"
        label={words.expiration}
        numbers={[{ name: 'expirationWeeks', label: words.expirationWeeks, min: 1, max: 520 }]}
      />
      <Rule
        draft={draft}
        flag="reuse"
        label={words.reuse}
        numbers={[{ name: 'reuseAmount', label: words.reuseAmount, min: 1, max: 50 }]}
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
    min: number;
    max: number;
  }[];
}

/** Numbers that mean something only while their switch is on. */
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
          {numbers.map(({ name, ...rest }) => (
            <WholeNumber
              key={name}
              {...rest}
              value={draft.values[name]}
              onChange={(value) => draft.change({ [name]: value })}
            />
          ))}
        </Group>
      )}
    </Stack>
  );
}
