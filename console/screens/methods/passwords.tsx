import { Radio, Stack } from '@mantine/core';
import type { ProjectSettings } from '../../../client/client.ts';
import { resetMethods } from '../../../client/constants.ts';
import { useSaveSettings } from '../../api/use-project-settings.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { SettingsCard } from '../../components/settings-card.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { PasswordAges, WrongPasswords } from './password-limits.tsx';
import { passwordMessages } from './password-messages.ts';
import { PasswordRules } from './password-rules.tsx';
import { usePasswordSettings } from './use-password-settings.ts';

export function Passwords({ settings }: { settings: ProjectSettings }) {
  const { data, error, refetch } = usePasswordSettings();
  if (error) return <ErrorNotice error={error} retry={refetch} />;
  if (!data) return <Loading />;
  return (
    <Stack gap="lg">
      <PasswordRules settings={data} />
      <WrongPasswords settings={data} />
      <PasswordAges settings={data} />
      <Forgotten settings={settings} />
    </Stack>
  );
}

type Values = Pick<ProjectSettings, 'passwordResetMethod'>;

function Forgotten({ settings }: { settings: ProjectSettings }) {
  const messages = useMessages(passwordMessages);
  const draft = useDraft<Values>(settings);
  const save = useSaveSettings<Values>((values) => values);
  return (
    <SettingsCard title={messages.reset} draft={draft} mayChange={useHasRole('administrator')} save={save}>
      <Radio.Group
        label={messages.resetMethod}
        value={draft.values.passwordResetMethod}
        onChange={(value) => draft.change({ passwordResetMethod: value as Values['passwordResetMethod'] })}
      >
        <Stack gap="xs" mt="xs">
          {resetMethods.map((value) => (
            <Radio key={value} value={value} {...messages.resetMethods[value]} />
          ))}
        </Stack>
      </Radio.Group>
    </SettingsCard>
  );
}
