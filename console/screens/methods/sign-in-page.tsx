import { Stack, Switch, Text, TextInput } from '@mantine/core';
import type { HostedPages, ProjectSettings } from '../../../client/client.ts';
import { useSaveSettings } from '../../api/use-project-settings.ts';
import { isWebUrl } from '../../components/addresses/address-rules.ts';
import { SettingsCard } from '../../components/settings-card.tsx';
import { MethodOrder } from '../../components/sign-in-methods/method-order.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { methodMessages } from './messages.ts';
import { PageLink } from './page-link.tsx';

interface Props {
  settings: ProjectSettings;
}

export function SignInPage({ settings }: Props) {
  return (
    <Stack gap="lg">
      <PageLink settings={settings} />
      <Methods settings={settings} />
    </Stack>
  );
}

function Methods({ settings }: Props) {
  const messages = useMessages(methodMessages);
  const { errors } = useMessages(sharedMessages);
  const draft = useDraft<HostedPages>(settings.hostedPages);
  const save = useSaveSettings<HostedPages>((hostedPages) => ({ hostedPages }));
  const { signInMethods, signUp, signUpProvesAddress, offerPasskeys, redirectUrl } = draft.values;
  return (
    <SettingsCard
      title={messages.page}
      lead={messages.pageLead}
      draft={draft}
      mayChange={useHasRole('administrator')}
      save={save}
    >
      <MethodOrder chosen={signInMethods} onChange={(signInMethods) => draft.change({ signInMethods })} />
      {signInMethods.length === 0 && <Text size="sm">{messages.none}</Text>}
      <Switch
        label={messages.signUp}
        description={messages.signUpLead}
        checked={signUp}
        onChange={(event) => draft.change({ signUp: event.currentTarget.checked })}
      />
      <Switch
        label={messages.signUpProvesAddress}
        description={messages.signUpProvesAddressLead}
        checked={signUpProvesAddress}
        disabled={!signUp}
        onChange={(event) => draft.change({ signUpProvesAddress: event.currentTarget.checked })}
      />
      <Switch
        label={messages.offerPasskeys}
        description={messages.offerPasskeysLead}
        checked={offerPasskeys}
        disabled={!signInMethods.includes('passkey')}
        onChange={(event) => draft.change({ offerPasskeys: event.currentTarget.checked })}
      />
      <TextInput
        type="url"
        label={messages.end}
        description={messages.endLead}
        value={redirectUrl}
        onChange={(event) => draft.change({ redirectUrl: event.currentTarget.value.trim() })}
        error={redirectUrl === '' || isWebUrl(redirectUrl) ? null : errors.url}
        maw={560}
      />
    </SettingsCard>
  );
}
