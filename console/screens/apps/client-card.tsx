import { Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SsoApplication } from '../../../client/client.ts';
import { SettingsCard } from '../../components/settings-card.tsx';
import { TextList } from '../../components/text-list.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { isWebUrl } from '../settings/address-rules.ts';
import { clientMessages } from './client-messages.ts';
import { type Jwks, keysText, readKeys } from './public-keys.ts';
import { useSaveApp } from './update-app.ts';

type Values = Pick<
  SsoApplication['oidcSettings'],
  | 'tokenEndpointAuthMethod'
  | 'jwks'
  | 'jwksUri'
  | 'requirePushedAuthorizationRequests'
  | 'resources'
  | 'subjectType'
  | 'sectorIdentifierUri'
>;

const methods = ['', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const;

/** How an OIDC application proves its identity, asks, and knows its users. */
export function ClientCard({ app }: { app: SsoApplication }) {
  const messages = useMessages(clientMessages);
  const { errors } = useMessages(sharedMessages);
  const draft = useDraft<Values>(app.oidcSettings);
  const save = useSaveApp<Values>(app);
  const { values, change } = draft;
  const isPublic = app.oidcSettings.clientType === 'public';
  const urlProblem = (url: string) => (url === '' || isWebUrl(url) ? null : errors.url);
  return (
    <SettingsCard
      title={messages.title}
      lead={messages.lead}
      draft={draft}
      mayChange={useHasRole('administrator')}
      save={save}
    >
      {!isPublic && (
        <>
          <Select
            label={messages.method}
            description={messages.methodLead}
            data={methods.map((value) => ({ value, label: messages.methods[value || 'any'] }))}
            allowDeselect={false}
            value={values.tokenEndpointAuthMethod}
            onChange={(value) =>
              change({ tokenEndpointAuthMethod: value as Values['tokenEndpointAuthMethod'] })
            }
            maw={480}
          />
          <KeysInput value={values.jwks} onChange={(jwks) => change({ jwks })} />
          <TextInput
            type="url"
            label={messages.jwksUri}
            description={messages.jwksUriLead}
            value={values.jwksUri}
            onChange={(event) => change({ jwksUri: event.currentTarget.value.trim() })}
            error={urlProblem(values.jwksUri)}
            maw={480}
          />
        </>
      )}
      <Switch
        label={messages.pushed}
        description={messages.pushedLead}
        checked={values.requirePushedAuthorizationRequests}
        onChange={(event) => change({ requirePushedAuthorizationRequests: event.currentTarget.checked })}
      />
      <TextList
        label={messages.resources}
        description={messages.resourcesLead}
        placeholder="https://api.example.com/"
        values={values.resources}
        onChange={(resources) => change({ resources })}
        problemOf={(text) => (/^[a-z][a-z0-9+.-]*:[^\s#]+$/i.test(text) ? undefined : messages.noResource)}
        max={100}
      />
      <Select
        label={messages.subject}
        description={messages.subjectLead}
        data={[
          { value: 'public', label: messages.subjects.public },
          { value: 'pairwise', label: messages.subjects.pairwise },
        ]}
        allowDeselect={false}
        value={values.subjectType || 'public'}
        onChange={(value) => change({ subjectType: value as Values['subjectType'] })}
        maw={480}
      />
      {values.subjectType === 'pairwise' && (
        <TextInput
          type="url"
          label={messages.sector}
          description={messages.sectorLead}
          value={values.sectorIdentifierUri}
          onChange={(event) => change({ sectorIdentifierUri: event.currentTarget.value.trim() })}
          error={urlProblem(values.sectorIdentifierUri)}
          maw={480}
        />
      )}
    </SettingsCard>
  );
}

/** Keeps the text as it is typed, until the value is another one than the text says. */
function KeysInput({ value, onChange }: { value: Jwks; onChange(value: Jwks): void }) {
  const messages = useMessages(clientMessages);
  const [typed, setTyped] = useState<string>();
  const read = typed === undefined ? undefined : readKeys(typed);
  const isWrong = typed !== undefined && read === undefined;
  const isCurrent = isWrong || JSON.stringify(read) === JSON.stringify(value);
  return (
    <Textarea
      label={messages.keys}
      description={messages.keysLead}
      autosize
      minRows={2}
      maxRows={12}
      maw={640}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      spellCheck={false}
      value={typed !== undefined && isCurrent ? typed : keysText(value)}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        const keys = readKeys(text);
        if (keys) onChange(keys);
      }}
      error={isWrong && messages.noKeys}
    />
  );
}
