import { Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import type { SsoApplication } from '../../../client/client.ts';
import { maxRedirectUrls, nameIdFormats, samlLengths } from '../../../client/constants.ts';
import { addressMessages } from '../../components/addresses/address-messages.ts';
import { isWebUrl, redirectProblem } from '../../components/addresses/address-rules.ts';
import { protocolMessages } from '../../components/applications/protocol-messages.ts';
import { Choice } from '../../components/choice.tsx';
import { SettingsCard } from '../../components/settings-card.tsx';
import { TextList } from '../../components/text-list.tsx';
import { type Draft, useDraft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { type AppChanges, samlOf, useSaveApp } from './update-app.ts';

type Values = Required<Omit<ReturnType<typeof samlOf>, 'attributeMapping' | 'groupsMapping'>> & AppChanges;

export function SamlCard({ app }: { app: SsoApplication }) {
  const messages = useMessages(protocolMessages);
  const { problems } = useMessages(addressMessages);
  const stored = useMemo(() => samlOf(app) as Values, [app]);
  const draft = useDraft<Values>(stored);
  const save = useSaveApp<Values>(app);
  const { values, change } = draft;
  return (
    <SettingsCard title={messages.saml} draft={draft} mayChange={useHasRole('administrator')} save={save}>
      <Description draft={draft} />
      <TextList
        label={messages.callbacks}
        description={messages.callbacksLead}
        values={values.acsAllowedCallbacks}
        onChange={(acsAllowedCallbacks) => change({ acsAllowedCallbacks })}
        problemOf={(url) => {
          const problem = redirectProblem(url);
          return problem && problems[problem];
        }}
        max={maxRedirectUrls}
      />
      <NameId draft={draft} />
      <Switch
        label={messages.force}
        checked={values.forceAuthentication}
        onChange={(event) => change({ forceAuthentication: event.currentTarget.checked })}
      />
      <Switch
        label={messages.signedRequests}
        description={messages.needsCertificate}
        checked={values.signedRequestsRequired}
        onChange={(event) => change({ signedRequestsRequired: event.currentTarget.checked })}
      />
      <Switch
        label={messages.encrypted}
        description={messages.needsCertificate}
        checked={values.assertionEncrypted}
        onChange={(event) => change({ assertionEncrypted: event.currentTarget.checked })}
      />
      <TextInput
        label={messages.relayState}
        description={messages.relayStateLead}
        value={values.defaultRelayState}
        onChange={(event) => change({ defaultRelayState: event.currentTarget.value })}
        maxLength={samlLengths.defaultRelayState}
        maw={480}
      />
      <Select
        label={messages.signature}
        data={[
          { value: '', label: messages.signatures.usual },
          { value: 'sha256', label: messages.signatures.sha256 },
        ]}
        allowDeselect={false}
        value={values.defaultSignatureAlgorithm}
        onChange={(value) =>
          change({ defaultSignatureAlgorithm: value as Values['defaultSignatureAlgorithm'] })
        }
        maw={480}
      />
      <UrlField draft={draft} name="loginPageUrl" label={messages.loginPage} lead={messages.loginPageLead} />
      <UrlField draft={draft} name="logoutRedirectUrl" label={messages.logout} lead={messages.logoutLead} />
      <UrlField draft={draft} name="errorRedirectUrl" label={messages.errorUrl} lead={messages.logoutLead} />
    </SettingsCard>
  );
}

interface FieldProps {
  draft: Draft<Values>;
}

/** Describes the application by its metadata or by the three required fields. */
function Description({ draft }: FieldProps) {
  const messages = useMessages(protocolMessages);
  const { errors } = useMessages(sharedMessages);
  const { values, change } = draft;
  const required = (text: string) => (text.trim() ? null : errors.required);
  return (
    <>
      <Choice
        label={messages.describedBy}
        options={[
          { value: 'metadata', label: messages.byMetadata },
          { value: 'hand', label: messages.byHand },
        ]}
        value={values.useMetadataInfo ? 'metadata' : 'hand'}
        onChange={(value) => change({ useMetadataInfo: value === 'metadata' })}
      />
      {values.useMetadataInfo ? (
        <UrlField draft={draft} name="metadataUrl" label={messages.metadataUrl} isRequired />
      ) : (
        <>
          <TextInput
            label={messages.entityId}
            value={values.entityId}
            onChange={(event) => change({ entityId: event.currentTarget.value.trim() })}
            error={required(values.entityId)}
            maxLength={samlLengths.entityId}
            maw={480}
          />
          <UrlField draft={draft} name="acsUrl" label={messages.acsUrl} isRequired />
          <Switch
            label={messages.noCertificate}
            description={messages.noCertificateLead}
            checked={values.hasNoCertificate}
            onChange={(event) => change({ hasNoCertificate: event.currentTarget.checked })}
          />
          {!values.hasNoCertificate && (
            <Textarea
              label={messages.certificate}
              description={messages.certificateLead}
              value={values.certificate}
              onChange={(event) => change({ certificate: event.currentTarget.value })}
              error={required(values.certificate)}
              rows={5}
              spellCheck={false}
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            />
          )}
        </>
      )}
    </>
  );
}

function NameId({ draft: { values, change } }: FieldProps) {
  const messages = useMessages(protocolMessages);
  return (
    <>
      <Select
        label={messages.nameId}
        data={[
          { value: '', label: messages.nameIds.id },
          { value: 'email', label: messages.nameIds.email },
          { value: 'phone', label: messages.nameIds.phone },
        ]}
        allowDeselect={false}
        value={values.subjectNameIdType}
        onChange={(value) => change({ subjectNameIdType: value as Values['subjectNameIdType'] })}
        maw={480}
      />
      <Select
        label={messages.nameIdFormat}
        data={[
          { value: '', label: messages.anyFormat },
          ...nameIdFormats.map((value) => ({ value, label: value.slice(value.lastIndexOf(':') + 1) })),
        ]}
        allowDeselect={false}
        value={values.subjectNameIdFormat}
        onChange={(value) => change({ subjectNameIdFormat: value as Values['subjectNameIdFormat'] })}
        maw={480}
      />
      <Select
        label={messages.persistentNameId}
        description={messages.persistentNameIdLead}
        data={[
          { value: 'pairwise', label: messages.persistentNameIds.pairwise },
          { value: 'userId', label: messages.persistentNameIds.userId },
        ]}
        allowDeselect={false}
        value={values.persistentNameId || 'userId'}
        onChange={(value) => change({ persistentNameId: value as Values['persistentNameId'] })}
        maw={480}
      />
      <Switch
        label={messages.unverified}
        description={messages.unverifiedLead}
        checked={values.unverifiedAddresses !== 'omit'}
        onChange={(event) => change({ unverifiedAddresses: event.currentTarget.checked ? 'send' : 'omit' })}
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
  const { errors } = useMessages(sharedMessages);
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
