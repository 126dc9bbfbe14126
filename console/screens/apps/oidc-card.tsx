import { Checkbox, Fieldset, Select, Stack, Switch, TagsInput, TextInput } from '@mantine/core';
import type { SsoApplication } from '../../../client/client.ts';
import { SettingsCard } from '../../parts/settings-card.tsx';
import { TextList } from '../../parts/text-list.tsx';
import { useDraft } from '../../parts/use-draft.ts';
import { useMay } from '../../session/session.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { isWebUrl } from '../settings/address-rules.ts';
import { protocolWords } from './protocol-words.ts';
import { useSaveApp } from './update-app.ts';

type Values = Pick<
  SsoApplication['oidcSettings'],
  | 'approvedRedirectUrls'
  | 'loginPageUrl'
  | 'forceAuthentication'
  | 'forcePkce'
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

/** Whether it can be sent to as it is: no pattern. */
export function isExactUrl(text: string): boolean {
  return isWebUrl(text) && !/[#*]/.test(text);
}

export function OidcCard({ app }: { app: SsoApplication }) {
  const words = useWords(protocolWords);
  const { errors } = useWords(everywhere);
  const draft = useDraft<Values>(app.oidcSettings);
  const save = useSaveApp<Values>(app);
  const { values, change } = draft;
  const urlProblem = (url: string) => (url === '' || isWebUrl(url) ? null : errors.url);
  return (
    <SettingsCard title={words.oidc} draft={draft} mayChange={useMay('administrator')} save={save}>
      <Select
        label={words.clientType}
        description={words.clientTypes[values.clientType || 'confidential'].description}
        data={(['confidential', 'public'] as const).map((value) => ({
          value,
          label: words.clientTypes[value].label,
        }))}
        allowDeselect={false}
        value={values.clientType || 'confidential'}
        onChange={(value) => change({ clientType: value as Values['clientType'] })}
        maw={480}
      />
      <TextList
        label={words.redirects}
        description={words.redirectsLead}
        placeholder="https://app.example.com/callback"
        values={values.approvedRedirectUrls}
        onChange={(approvedRedirectUrls) => change({ approvedRedirectUrls })}
        problemOf={(url) => (isExactUrl(url) ? undefined : words.noRedirect)}
        max={100}
      />
      <Fieldset legend={words.flows} maw={480}>
        <Stack gap="xs">
          {grants.map((name) => (
            <Checkbox
              key={name}
              label={words.grants[name]}
              checked={!values[name]}
              onChange={(event) => change({ [name]: !event.currentTarget.checked })}
            />
          ))}
        </Stack>
      </Fieldset>
      <Switch
        label={words.pkce}
        checked={values.forcePkce}
        onChange={(event) => change({ forcePkce: event.currentTarget.checked })}
      />
      <Switch
        label={words.force}
        checked={values.forceAuthentication}
        onChange={(event) => change({ forceAuthentication: event.currentTarget.checked })}
      />
      <TextInput
        type="url"
        label={words.loginPage}
        description={words.loginPageLead}
        value={values.loginPageUrl}
        onChange={(event) => change({ loginPageUrl: event.currentTarget.value.trim() })}
        error={urlProblem(values.loginPageUrl)}
        maw={480}
      />
      <Select
        label={words.audience}
        data={[
          { value: '', label: words.audiences.both },
          { value: 'projectId', label: words.audiences.projectId },
          { value: 'clientId', label: words.audiences.clientId },
        ]}
        allowDeselect={false}
        value={values.defaultAudience}
        onChange={(value) => change({ defaultAudience: value as Values['defaultAudience'] })}
        maw={480}
      />
      <TagsInput
        label={words.claims}
        description={words.claimsLead}
        value={values.claims}
        onChange={(claims) => change({ claims })}
        maxTags={100}
        maw={480}
      />
      <TextInput
        type="url"
        label={words.backChannel}
        value={values.backChannelLogoutUrl}
        onChange={(event) => change({ backChannelLogoutUrl: event.currentTarget.value.trim() })}
        error={urlProblem(values.backChannelLogoutUrl)}
        maw={480}
      />
    </SettingsCard>
  );
}
