import { Checkbox, Select, Switch } from '@mantine/core';
import { characterClasses, passwordRanges } from '../../../client/constants.ts';
import { FieldGroup } from '../../components/field-group.tsx';
import { SettingsCard } from '../../components/settings-card.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { passwordMessages } from './password-messages.ts';
import { type PasswordValues, useSavePasswordSettings } from './use-password-settings.ts';
import { WholeNumber } from './whole-number.tsx';

export function PasswordRules({ settings }: { settings: PasswordValues }) {
  const messages = useMessages(passwordMessages);
  const draft = useDraft<PasswordValues>(settings);
  const save = useSavePasswordSettings();
  const { enabled, minLength, enablePasswordStrength, passwordStrengthScore } = draft.values;
  return (
    <SettingsCard
      title={messages.rules}
      lead={messages.rulesLead}
      draft={draft}
      mayChange={useHasRole('administrator')}
      save={save}
    >
      <Switch
        label={messages.enabled}
        description={messages.enabledLead}
        checked={enabled}
        onChange={(event) => draft.change({ enabled: event.currentTarget.checked })}
      />
      {enabled && (
        <>
          <WholeNumber
            label={messages.minLength}
            value={minLength}
            onChange={(minLength) => draft.change({ minLength })}
            {...passwordRanges.minLength}
          />
          <FieldGroup title={messages.classes}>
            {characterClasses.map((name) => (
              <Checkbox
                key={name}
                label={messages[name]}
                checked={draft.values[name]}
                onChange={(event) => draft.change({ [name]: event.currentTarget.checked })}
              />
            ))}
          </FieldGroup>
          <Switch
            label={messages.breached}
            description={messages.breachedLead}
            checked={draft.values.refuseBreached}
            onChange={(event) => draft.change({ refuseBreached: event.currentTarget.checked })}
          />
          <Switch
            label={messages.strength}
            description={messages.strengthLead}
            checked={enablePasswordStrength}
            onChange={(event) => draft.change({ enablePasswordStrength: event.currentTarget.checked })}
          />
          {enablePasswordStrength && (
            <Select
              label={messages.score}
              data={messages.scores.map((label, score) => ({ value: String(score), label }))}
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
