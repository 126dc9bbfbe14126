import { Stack, Switch, Text, TextInput } from '@mantine/core';
import type { HostedPages, ProjectSettings } from '../../../client/client.ts';
import { useSaveSettings } from '../../api/use-project-settings.ts';
import { SettingsCard } from '../../parts/settings-card.tsx';
import { useDraft } from '../../parts/use-draft.ts';
import { useMay } from '../../session/session.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { isWebUrl } from '../settings/address-rules.ts';
import { Branding } from './branding.tsx';
import { MethodOrder } from './method-order.tsx';
import { PageLink } from './page-link.tsx';
import { methodWords } from './words.ts';

interface Props {
  settings: ProjectSettings;
}

export function SignInPage({ settings }: Props) {
  return (
    <Stack gap="lg">
      <PageLink settings={settings} />
      <Methods settings={settings} />
      <Branding settings={settings} />
    </Stack>
  );
}

function Methods({ settings }: Props) {
  const words = useWords(methodWords);
  const { errors } = useWords(everywhere);
  const draft = useDraft<HostedPages>(settings.hostedPages);
  const save = useSaveSettings<HostedPages>((hostedPages) => ({ hostedPages }));
  const { signInMethods, signUp, redirectUrl } = draft.values;
  return (
    <SettingsCard
      title={words.page}
      lead={words.pageLead}
      draft={draft}
      mayChange={useMay('administrator')}
      save={save}
    >
      <MethodOrder chosen={signInMethods} onChange={(signInMethods) => draft.change({ signInMethods })} />
      {signInMethods.length === 0 && <Text size="sm">{words.none}</Text>}
      <Switch
        label={words.signUp}
        description={words.signUpLead}
        checked={signUp}
        onChange={(event) => draft.change({ signUp: event.currentTarget.checked })}
      />
      <TextInput
        type="url"
        label={words.end}
        description={words.endLead}
        value={redirectUrl}
        onChange={(event) => draft.change({ redirectUrl: event.currentTarget.value.trim() })}
        error={redirectUrl === '' || isWebUrl(redirectUrl) ? null : errors.url}
        maw={560}
      />
    </SettingsCard>
  );
}
