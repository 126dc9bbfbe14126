import { Select, Switch, TextInput } from '@mantine/core';
import type { SsoApplication } from '../../../client/client.ts';
import { maxRedirectUrls } from '../../../client/constants.ts';
import { isWebUrl } from '../../components/addresses/address-rules.ts';
import {
  type Authentication,
  AuthenticationFields,
} from '../../components/applications/authentication-fields.tsx';
import { clientMessages } from '../../components/applications/client-messages.ts';
import { SettingsCard } from '../../components/settings-card.tsx';
import { TextList } from '../../components/text-list.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { useSaveApp } from './update-app.ts';

type Values = Pick<
  SsoApplication['oidcSettings'],
  | keyof Authentication
  | 'requirePushedAuthorizationRequests'
  | 'resources'
  | 'subjectType'
  | 'sectorIdentifierUri'
>;

/** Shows the ways in which an OIDC application proves its identity, asks, and knows its users. */
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
      {!isPublic && <AuthenticationFields values={values} change={change} />}
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
        max={maxRedirectUrls}
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
