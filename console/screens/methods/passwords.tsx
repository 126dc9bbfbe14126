import { Radio, Stack } from '@mantine/core';
import type { ProjectSettings } from '../../../client/client.ts';
import { useSaveSettings } from '../../api/use-project-settings.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { Loading } from '../../parts/loading.tsx';
import { SettingsCard } from '../../parts/settings-card.tsx';
import { useDraft } from '../../parts/use-draft.ts';
import { useMay } from '../../session/session.tsx';
import { useWords } from '../../words/language.tsx';
import { PasswordAges, WrongPasswords } from './password-limits.tsx';
import { PasswordRules } from './password-rules.tsx';
import { passwordWords } from './password-words.ts';
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
  const words = useWords(passwordWords);
  const draft = useDraft<Values>(settings);
  const save = useSaveSettings<Values>((values) => values);
  return (
    <SettingsCard title={words.reset} draft={draft} mayChange={useMay('administrator')} save={save}>
      <Radio.Group
        label={words.resetMethod}
        value={draft.values.passwordResetMethod}
        onChange={(value) => draft.change({ passwordResetMethod: value as Values['passwordResetMethod'] })}
      >
        <Stack gap="xs" mt="xs">
          {(['magiclink', 'enchantedlink'] as const).map((value) => (
            <Radio key={value} value={value} {...words.resetMethods[value]} />
          ))}
        </Stack>
      </Radio.Group>
    </SettingsCard>
  );
}
