import { Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import type { SsoApplication } from '../../../client/client.ts';
import { Choice } from '../../parts/choice.tsx';
import { SettingsCard } from '../../parts/settings-card.tsx';
import { TextList } from '../../parts/text-list.tsx';
import { type Draft, useDraft } from '../../parts/use-draft.ts';
import { useMay } from '../../session/session.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { isWebUrl, redirectProblem } from '../settings/address-rules.ts';
import { addressWords } from '../settings/address-words.ts';
import { protocolWords } from './protocol-words.ts';
import { type AppChanges, samlOf, useSaveApp } from './update-app.ts';

type Values = Required<Omit<ReturnType<typeof samlOf>, 'attributeMapping' | 'groupsMapping'>> & AppChanges;

const formats = [
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
];

export function SamlCard({ app }: { app: SsoApplication }) {
  const words = useWords(protocolWords);
  const { problems } = useWords(addressWords);
  const stored = useMemo(() => samlOf(app) as Values, [app]);
  const draft = useDraft<Values>(stored);
  const save = useSaveApp<Values>(app);
  const { values, change } = draft;
  return (
    <SettingsCard title={words.saml} draft={draft} mayChange={useMay('administrator')} save={save}>
      <Description draft={draft} />
      <TextList
        label={words.callbacks}
        description={words.callbacksLead}
        values={values.acsAllowedCallbacks}
        onChange={(acsAllowedCallbacks) => change({ acsAllowedCallbacks })}
        problemOf={(url) => {
          const problem = redirectProblem(url);
          return problem && problems[problem];
        }}
        max={100}
      />
      <NameId draft={draft} />
      <Switch
        label={words.force}
        checked={values.forceAuthentication}
        onChange={(event) => change({ forceAuthentication: event.currentTarget.checked })}
      />
      <TextInput
        label={words.relayState}
        description={words.relayStateLead}
        value={values.defaultRelayState}
        onChange={(event) => change({ defaultRelayState: event.currentTarget.value })}
        maxLength={512}
        maw={480}
      />
      <Select
        label={words.signature}
        data={[
          { value: '', label: words.signatures.usual },
          { value: 'sha256', label: words.signatures.sha256 },
        ]}
        allowDeselect={false}
        value={values.defaultSignatureAlgorithm}
        onChange={(value) =>
          change({ defaultSignatureAlgorithm: value as Values['defaultSignatureAlgorithm'] })
        }
        maw={480}
      />
      <UrlField draft={draft} name="loginPageUrl" label={words.loginPage} lead={words.loginPageLead} />
      <UrlField draft={draft} name="logoutRedirectUrl" label={words.logout} lead={words.logoutLead} />
      <UrlField draft={draft} name="errorRedirectUrl" label={words.errorUrl} lead={words.logoutLead} />
    </SettingsCard>
  );
}

interface FieldProps {
  draft: Draft<Values>;
}

/** Who the application is: by its metadata, or by the three fields that count of it. */
function Description({ draft }: FieldProps) {
  const words = useWords(protocolWords);
  const { errors } = useWords(everywhere);
  const { values, change } = draft;
  const required = (text: string) => (text.trim() ? null : errors.required);
  return (
    <>
      <Choice
        label={words.describedBy}
        options={[
          { value: 'metadata', label: words.byMetadata },
          { value: 'hand', label: words.byHand },
        ]}
        value={values.useMetadataInfo ? 'metadata' : 'hand'}
        onChange={(value) => change({ useMetadataInfo: value === 'metadata' })}
      />
      {values.useMetadataInfo ? (
        <UrlField draft={draft} name="metadataUrl" label={words.metadataUrl} isRequired />
      ) : (
        <>
          <TextInput
            label={words.entityId}
            value={values.entityId}
            onChange={(event) => change({ entityId: event.currentTarget.value.trim() })}
            error={required(values.entityId)}
            maxLength={1_024}
            maw={480}
          />
          <UrlField draft={draft} name="acsUrl" label={words.acsUrl} isRequired />
          <Textarea
            label={words.certificate}
            description={words.certificateLead}
            value={values.certificate}
            onChange={(event) => change({ certificate: event.currentTarget.value })}
            error={required(values.certificate)}
            rows={5}
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          />
        </>
      )}
    </>
  );
}

function NameId({ draft: { values, change } }: FieldProps) {
  const words = useWords(protocolWords);
  return (
    <>
      <Select
        label={words.nameId}
        data={[
          { value: '', label: words.nameIds.id },
          { value: 'email', label: words.nameIds.email },
          { value: 'phone', label: words.nameIds.phone },
        ]}
        allowDeselect={false}
        value={values.subjectNameIdType}
        onChange={(value) => change({ subjectNameIdType: value as Values['subjectNameIdType'] })}
        maw={480}
      />
      <Select
        label={words.nameIdFormat}
        data={[
          { value: '', label: words.anyFormat },
          ...formats.map((value) => ({ value, label: value.slice(value.lastIndexOf(':') + 1) })),
        ]}
        allowDeselect={false}
        value={values.subjectNameIdFormat}
        onChange={(value) => change({ subjectNameIdFormat: value as Values['subjectNameIdFormat'] })}
        maw={480}
      />
    </>
  );
}

interface UrlFieldProps extends FieldProps {
  name: 'metadataUrl' | 'acsUrl' | 'loginPageUrl' | 'logoutRedirectUrl' | 'errorRedirectUrl';
  label: string;
  lead?: string;
  isRequired?: boolean;
}

function UrlField({ draft: { values, change }, name, label, lead, isRequired = false }: UrlFieldProps) {
  const { errors } = useWords(everywhere);
  const url = values[name];
  const isMissing = isRequired && url === '';
  return (
    <TextInput
      type="url"
      label={label}
      {...(lead && { description: lead })}
      value={url}
      onChange={(event) => change({ [name]: event.currentTarget.value.trim() })}
      error={isMissing ? errors.required : url === '' || isWebUrl(url) ? null : errors.url}
      maw={480}
    />
  );
}
