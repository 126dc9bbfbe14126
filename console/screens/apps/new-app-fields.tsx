import { Radio, Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { clientTypes, maxRedirectUrls, wsfedLengths } from '../../../client/constants.ts';
import { isWebUrl } from '../../components/addresses/address-rules.ts';
import { protocolMessages } from '../../components/applications/protocol-messages.ts';
import { Choice } from '../../components/choice.tsx';
import { TextList } from '../../components/text-list.tsx';
import { useMessages } from '../../i18n/language.tsx';
import type { SharedMessages } from '../../i18n/shared-messages.ts';
import type { NewAppValues } from './create-app.ts';
import { isExactUrl } from './oidc-card.tsx';
import type { Template } from './templates.ts';

/** `address`: where the application is, from which its other addresses follow. */
export type FormValues = NewAppValues & { address: string };

export const initialValues: FormValues = {
  type: 'oidc',
  name: '',
  id: '',
  description: '',
  clientType: 'confidential',
  address: '',
  redirectUrls: [],
  isByMetadata: true,
  metadataUrl: '',
  entityId: '',
  acsUrl: '',
  certificate: '',
  hasNoCertificate: false,
  subjectNameIdType: '',
  subjectNameIdFormat: '',
  realm: '',
  replyUrl: '',
};

/** Returns what is wrong with the fields that the template asks for. */
export function problemsOf({ asks }: Template, values: FormValues, errors: SharedMessages['errors']) {
  const required = (is: boolean, text: string) => (is && !text.trim() ? errors.required : undefined);
  const url = (is: boolean, text: string) => (is && !isWebUrl(text.trim()) ? errors.url : undefined);
  const byMetadata = asks.metadata !== undefined && values.isByMetadata;
  const byHand = (asks.metadata !== undefined && !values.isByMetadata) || asks.acsUrl !== undefined;
  return {
    name: required(true, values.name),
    address: url(asks.address !== undefined, values.address),
    metadataUrl: url(byMetadata, values.metadataUrl),
    entityId: required(byHand, values.entityId),
    acsUrl: url(byHand, values.acsUrl),
    realm: required(asks.replyUrl !== undefined, values.realm),
    replyUrl: url(asks.replyUrl !== undefined, values.replyUrl),
  };
}

interface FieldsProps {
  template: Template;
  form: UseFormReturnType<FormValues>;
}

/** The fields that the template asks for. */
export function ProtocolFields({ template, form }: FieldsProps) {
  const messages = useMessages(protocolMessages);
  const { asks } = template;
  return (
    <>
      {asks.address !== undefined && (
        <TextInput
          type="url"
          label={messages.address(template.name)}
          placeholder={asks.address}
          withAsterisk
          {...form.getInputProps('address')}
        />
      )}
      {asks.redirectUrls !== undefined && <OidcFields form={form} />}
      {asks.metadata !== undefined && <SamlFields template={template} form={form} />}
      {asks.acsUrl !== undefined && <ByHandFields template={template} form={form} />}
      {asks.replyUrl !== undefined && <WsfedFields form={form} />}
    </>
  );
}

function OidcFields({ form }: Pick<FieldsProps, 'form'>) {
  const messages = useMessages(protocolMessages);
  return (
    <>
      <Radio.Group label={messages.clientType} {...form.getInputProps('clientType')}>
        <Stack gap="xs" mt="xs">
          {clientTypes.map((value) => (
            <Radio key={value} value={value} {...messages.clientTypes[value]} />
          ))}
        </Stack>
      </Radio.Group>
      <TextList
        label={messages.redirects}
        description={messages.redirectsLead}
        placeholder="https://app.example.com/callback"
        values={form.values.redirectUrls}
        onChange={(urls) => form.setFieldValue('redirectUrls', urls)}
        problemOf={(url) => (isExactUrl(url) ? undefined : messages.noRedirect)}
        max={maxRedirectUrls}
      />
    </>
  );
}

function SamlFields({ template, form }: FieldsProps) {
  const messages = useMessages(protocolMessages);
  const { isByMetadata } = form.values;
  return (
    <>
      <Choice
        label={messages.describedBy}
        options={[
          { value: 'metadata', label: messages.byMetadata },
          { value: 'hand', label: messages.byHand },
        ]}
        value={isByMetadata ? 'metadata' : 'hand'}
        onChange={(value) => form.setFieldValue('isByMetadata', value === 'metadata')}
      />
      {isByMetadata ? (
        <TextInput
          type="url"
          label={messages.metadataUrl}
          withAsterisk
          {...form.getInputProps('metadataUrl')}
        />
      ) : (
        <ByHandFields template={template} form={form} />
      )}
    </>
  );
}

/** The descriptions are the names of the fields in the application. */
function ByHandFields({ template: { asks }, form }: FieldsProps) {
  const messages = useMessages(protocolMessages);
  return (
    <>
      <TextInput
        label={messages.entityId}
        description={asks.entityId}
        withAsterisk
        {...form.getInputProps('entityId')}
      />
      <TextInput
        type="url"
        label={messages.acsUrl}
        description={asks.acsUrl}
        withAsterisk
        {...form.getInputProps('acsUrl')}
      />
      {asks.metadata !== undefined && (
        <Textarea
          label={messages.certificate}
          description={messages.certificateOptional}
          rows={5}
          spellCheck={false}
          {...form.getInputProps('certificate')}
        />
      )}
    </>
  );
}

function WsfedFields({ form }: Pick<FieldsProps, 'form'>) {
  const messages = useMessages(protocolMessages);
  return (
    <>
      <TextInput
        label={messages.realm}
        withAsterisk
        maxLength={wsfedLengths.realm}
        {...form.getInputProps('realm')}
      />
      <TextInput type="url" label={messages.replyUrl} withAsterisk {...form.getInputProps('replyUrl')} />
    </>
  );
}
