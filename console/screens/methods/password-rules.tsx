import { Checkbox, Fieldset, Select, Stack, Switch } from '@mantine/core';
import { SettingsCard } from '../../parts/settings-card.tsx';
import { useDraft } from '../../parts/use-draft.ts';
import { useMay } from '../../session/session.tsx';
import { useWords } from '../../words/language.tsx';
import { passwordWords } from './password-words.ts';
import { type PasswordValues, useSavePasswordSettings } from './use-password-settings.ts';
import { WholeNumber } from './whole-number.tsx';

const classes = ['lowercase', 'uppercase', 'number', 'nonAlphanumeric'] as const;

export function PasswordRules({ settings }: { settings: PasswordValues }) {
  const words = useWords(passwordWords);
  const draft = useDraft<PasswordValues>(settings);
  const save = useSavePasswordSettings();
  const { enabled, minLength, enablePasswordStrength, passwordStrengthScore } = draft.values;
  return (
    <SettingsCard
      title={words.rules}
      lead={words.rulesLead}
      draft={draft}
      mayChange={useMay('administrator')}
      save={save}
    >
      <Switch
        label={words.enabled}
        description={words.enabledLead}
        checked={enabled}
        onChange={(event) => draft.change({ enabled: event.currentTarget.checked })}
      />
      {enabled && (
        <>
          <WholeNumber
            label={words.minLength}
            value={minLength}
            onChange={(minLength) => draft.change({ minLength })}
            min={8}
            max={128}
          />
          <Fieldset legend={words.classes} maw={480}>
            <Stack gap="xs">
              {classes.map((name) => (
                <Checkbox
                  key={name}
                  label={words[name]}
                  checked={draft.values[name]}
                  onChange={(event) => draft.change({ [name]: event.currentTarget.checked })}
                />
              ))}
            </Stack>
          </Fieldset>
          <Switch
            label={words.strength}
            description={words.strengthLead}
            checked={enablePasswordStrength}
            onChange={(event) => draft.change({ enablePasswordStrength: event.currentTarget.checked })}
          />
          {enablePasswordStrength && (
            <Select
              label={words.score}
              data={words.scores.map((label, score) => ({ value: String(score), label }))}
              allowDeselect={false}
              value={String(passwordStrengthScore)}
              onChange={(score) => draft.change({ passwordStrengthScore: Number(score) })}
              maw={320}
            />
          )}
        </>
      )}
    </SettingsCard>
  );
}
