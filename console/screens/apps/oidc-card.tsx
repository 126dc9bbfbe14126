import { Checkbox, Select, Stack, Switch, TagsInput, TextInput } from '@mantine/core';
import type { SsoApplication } from '../../../client/client.ts';
import { clientTypes, maxRedirectUrls } from '../../../client/constants.ts';
import { isWebUrl } from '../../components/addresses/address-rules.ts';
import { protocolMessages } from '../../components/applications/protocol-messages.ts';
import { FieldGroup } from '../../components/field-group.tsx';
import { SettingsCard } from '../../components/settings-card.tsx';
import { TextList } from '../../components/text-list.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { useSaveApp } from './update-app.ts';

type Values = Pick<
  SsoApplication['oidcSettings'],
  | 'approvedRedirectUrls'
  | 'loginPageUrl'
  | 'forceAuthentication'
  | 'forcePkce'
  | 'dpopBoundAccessTokens'
  | 'userClaimsInIdToken'
  | 'defaultAudience'
  | 'backChannelLogoutUrl'
  | 'claims'
  | 'clientType'
  | Grant
>;

const grants = [
  'authorizationCodeDisabled',
  'refreshTokenDisabled',
  'clientCredentialsDisabled',
  'deviceCodeDisabled',
  'jwtBearerDisabled',
] as const;
type Grant = (typeof grants)[number];

/** Reports whether the URL is complete and contains no pattern. */
export function isExactUrl(text: string): boolean {
  return isWebUrl(text) && !/[#*]/.test(text);
}

export function OidcCard({ app }: { app: SsoApplication }) {
  const messages = useMessages(protocolMessages);
  const { errors } = useMessages(sharedMessages);
  const draft = useDraft<Values>(app.oidcSettings);
  const save = useSaveApp<Values>(app);
  const { values, change } = draft;
  const urlProblem = (url: string) => (url === '' || isWebUrl(url) ? null : errors.url);
  return (
    <SettingsCard title={messages.oidc} draft={draft} mayChange={useHasRole('administrator')} save={save}>
      <Select
        label={messages.clientType}
        description={messages.clientTypes[values.clientType || 'confidential'].description}
        data={clientTypes.map((value) => ({
          value,
          label: messages.clientTypes[value].label,
        }))}
        allowDeselect={false}
        value={values.clientType || 'confidential'}
        onChange={(value) => change({ clientType: value as Values['clientType'] })}
        maw={480}
      />
      <TextList
        label={messages.redirects}
        description={messages.redirectsLead}
        placeholder="https://app.example.com/callback"
        values={values.approvedRedirectUrls}
        onChange={(approvedRedirectUrls) => change({ approvedRedirectUrls })}
        problemOf={(url) => (isExactUrl(url) ? undefined : messages.noRedirect)}
        max={maxRedirectUrls}
      />
      <FieldGroup title={messages.flows}>
        <Stack gap="xs">
          {grants.map((name) => (
            <Checkbox
              key={name}
              label={messages.grants[name]}
              checked={!values[name]}
              onChange={(event) => change({ [name]: !event.currentTarget.checked })}
            />
          ))}
        </Stack>
      </FieldGroup>
      <Switch
        label={messages.pkce}
        checked={values.forcePkce}
        onChange={(event) => change({ forcePkce: event.currentTarget.checked })}
      />
      <Switch
        label={messages.dpop}
        description={messages.dpopLead}
        checked={values.dpopBoundAccessTokens}
        onChange={(event) => change({ dpopBoundAccessTokens: event.currentTarget.checked })}
      />
      <Switch
        label={messages.userClaims}
        description={messages.userClaimsLead}
        checked={values.userClaimsInIdToken}
        onChange={(event) => change({ userClaimsInIdToken: event.currentTarget.checked })}
      />
      <Switch
        label={messages.force}
        checked={values.forceAuthentication}
        onChange={(event) => change({ forceAuthentication: event.currentTarget.checked })}
      />
      <TextInput
        type="url"
        label={messages.loginPage}
        description={messages.startPageLead}
        value={values.loginPageUrl}
        onChange={(event) => change({ loginPageUrl: event.currentTarget.value.trim() })}
        error={urlProblem(values.loginPageUrl)}
        maw={480}
      />
      <Select
        label={messages.audience}
        data={[
          { value: '', label: messages.audiences.both },
          { value: 'projectId', label: messages.audiences.projectId },
          { value: 'clientId', label: messages.audiences.clientId },
        ]}
        allowDeselect={false}
        value={values.defaultAudience}
        onChange={(value) => change({ defaultAudience: value as Values['defaultAudience'] })}
        maw={480}
      />
      <TagsInput
        label={messages.claims}
        description={messages.claimsLead}
        value={values.claims}
        onChange={(claims) => change({ claims })}
        maxTags={100}
        maw={480}
      />
      <TextInput
        type="url"
        label={messages.backChannel}
        value={values.backChannelLogoutUrl}
        onChange={(event) => change({ backChannelLogoutUrl: event.currentTarget.value.trim() })}
        error={urlProblem(values.backChannelLogoutUrl)}
        maw={480}
      />
    </SettingsCard>
  );
}
