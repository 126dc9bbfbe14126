import { Switch, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import type { SsoApplication } from '../../../client/client.ts';
import { SettingsCard } from '../../parts/settings-card.tsx';
import { TextList } from '../../parts/text-list.tsx';
import { useDraft } from '../../parts/use-draft.ts';
import { useMay } from '../../session/session.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { isWebUrl, redirectProblem } from '../settings/address-rules.ts';
import { addressWords } from '../settings/address-words.ts';
import { protocolWords } from './protocol-words.ts';
import { type AppChanges, useSaveApp, wsfedOf } from './update-app.ts';

type Values = Required<Omit<ReturnType<typeof wsfedOf>, 'attributeMapping' | 'groupsMapping'>> & AppChanges;

export function WsfedCard({ app }: { app: SsoApplication }) {
  const words = useWords(protocolWords);
  const { problems } = useWords(addressWords);
  const { errors } = useWords(everywhere);
  const stored = useMemo(() => wsfedOf(app) as Values, [app]);
  const draft = useDraft<Values>(stored);
  const save = useSaveApp<Values>(app);
  const { values, change } = draft;
  const urls = [
    { name: 'loginPageUrl', label: words.loginPage, description: words.loginPageLead },
    { name: 'logoutRedirectUrl', label: words.logout, description: words.logoutLead },
    { name: 'errorRedirectUrl', label: words.errorUrl, description: words.logoutLead },
  ] as const;
  return (
    <SettingsCard title={words.wsfed} draft={draft} mayChange={useMay('administrator')} save={save}>
      <TextInput
        label={words.realm}
        value={values.realm}
        onChange={(event) => change({ realm: event.currentTarget.value })}
        error={values.realm.trim() ? null : errors.required}
        maxLength={1_024}
        maw={480}
      />
      <TextInput
        type="url"
        label={words.replyUrl}
        value={values.replyUrl}
        onChange={(event) => change({ replyUrl: event.currentTarget.value.trim() })}
        error={isWebUrl(values.replyUrl) ? null : errors.url}
        maw={480}
      />
      <TextList
        label={words.replyCallbacks}
        description={words.callbacksLead}
        values={values.replyAllowedCallbacks}
        onChange={(replyAllowedCallbacks) => change({ replyAllowedCallbacks })}
        problemOf={(url) => {
          const problem = redirectProblem(url);
          return problem && problems[problem];
        }}
        max={100}
      />
      <Switch
        label={words.force}
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
