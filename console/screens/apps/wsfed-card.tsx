import { Switch, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import type { SsoApplication } from '../../../client/client.ts';
import { maxRedirectUrls, wsfedLengths } from '../../../client/constants.ts';
import { addressMessages } from '../../components/addresses/address-messages.ts';
import { isWebUrl, redirectProblem } from '../../components/addresses/address-rules.ts';
import { protocolMessages } from '../../components/applications/protocol-messages.ts';
import { SettingsCard } from '../../components/settings-card.tsx';
import { TextList } from '../../components/text-list.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { type AppChanges, useSaveApp, wsfedOf } from './update-app.ts';

type Values = Required<Omit<ReturnType<typeof wsfedOf>, 'attributeMapping' | 'groupsMapping'>> & AppChanges;

export function WsfedCard({ app }: { app: SsoApplication }) {
  const messages = useMessages(protocolMessages);
  const { problems } = useMessages(addressMessages);
  const { errors } = useMessages(sharedMessages);
  const stored = useMemo(() => wsfedOf(app) as Values, [app]);
  const draft = useDraft<Values>(stored);
  const save = useSaveApp<Values>(app);
  const { values, change } = draft;
  const urls = [
    { name: 'loginPageUrl', label: messages.loginPage, description: messages.loginPageLead },
    { name: 'logoutRedirectUrl', label: messages.logout, description: messages.logoutLead },
    { name: 'errorRedirectUrl', label: messages.errorUrl, description: messages.logoutLead },
  ] as const;
  return (
    <SettingsCard title={messages.wsfed} draft={draft} mayChange={useHasRole('administrator')} save={save}>
      <TextInput
        label={messages.realm}
        value={values.realm}
        onChange={(event) => change({ realm: event.currentTarget.value })}
        error={values.realm.trim() ? null : errors.required}
        maxLength={wsfedLengths.realm}
        maw={480}
      />
      <TextInput
        type="url"
        label={messages.replyUrl}
        value={values.replyUrl}
        onChange={(event) => change({ replyUrl: event.currentTarget.value.trim() })}
        error={isWebUrl(values.replyUrl) ? null : errors.url}
        maw={480}
      />
      <TextList
        label={messages.replyCallbacks}
        description={messages.callbacksLead}
        values={values.replyAllowedCallbacks}
        onChange={(replyAllowedCallbacks) => change({ replyAllowedCallbacks })}
        problemOf={(url) => {
          const problem = redirectProblem(url);
          return problem && problems[problem];
        }}
        max={maxRedirectUrls}
      />
      <Switch
        label={messages.force}
        checked={values.forceAuthentication}
        onChange={(event) => change({ forceAuthentication: event.currentTarget.checked })}
      />
      {urls.map(({ name, ...rest }) => (
        <TextInput
          key={name}
          type="url"
          {...rest}
          value={values[name]}
          onChange={(event) => change({ [name]: event.currentTarget.value.trim() })}
          error={values[name] === '' || isWebUrl(values[name]) ? null : errors.url}
          maw={480}
        />
      ))}
    </SettingsCard>
  );
}
