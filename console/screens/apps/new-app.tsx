import { Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useWrite } from '../../api/use-api.ts';
import { Choice } from '../../components/choice.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { TextList } from '../../components/text-list.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { isWebUrl } from '../settings/address-rules.ts';
import { createApp, type NewAppValues } from './create-app.ts';
import { appMessages } from './messages.ts';
import { isExactUrl } from './oidc-card.tsx';
import { protocolMessages } from './protocol-messages.ts';

interface NewAppProps {
  onClose(): void;
  /** Called with the client secret, if there is one. */
  onCreated(id: string, secret?: string): void;
}

const initialValues: NewAppValues = {
  type: 'oidc',
  name: '',
  id: '',
  description: '',
  clientType: 'confidential',
  redirectUrls: [],
  isByMetadata: true,
  metadataUrl: '',
  entityId: '',
  acsUrl: '',
  certificate: '',
  realm: '',
  replyUrl: '',
};

export function NewApp({ onClose, onCreated }: NewAppProps) {
  const messages = useMessages(appMessages);
  const { create, errors } = useMessages(sharedMessages);
  const form = useForm<NewAppValues>({
    initialValues,
    validate: (values) => {
      const required = (is: boolean, text: string) => (is && !text.trim() ? errors.required : undefined);
      const url = (is: boolean, text: string) => (is && !isWebUrl(text) ? errors.url : undefined);
      const isSaml = values.type === 'saml';
      const byHand = isSaml && !values.isByMetadata;
      return {
        name: required(true, values.name),
        metadataUrl: url(isSaml && values.isByMetadata, values.metadataUrl),
        entityId: required(byHand, values.entityId),
        acsUrl: url(byHand, values.acsUrl),
        certificate: required(byHand, values.certificate),
        realm: required(values.type === 'wsfed', values.realm),
        replyUrl: url(values.type === 'wsfed', values.replyUrl),
      };
    },
  });
  const make = useWrite(createApp, {
    changes: [['apps']],
    done: (_, { name }) => messages.createdMessage(name.trim()),
    reportsFailure: false,
    onDone: ({ id, secret }) => {
      onClose();
      onCreated(id, secret);
    },
  });
  const { type } = form.values;
  return (
    <FormModal
      opened
      onClose={onClose}
      title={messages.create}
      action={create}
      size="lg"
      isBusy={make.isPending}
      error={make.error}
      onSubmit={form.onSubmit((values) => make.mutate(values))}
    >
      <Choice
        label={messages.type}
        options={(['oidc', 'saml', 'wsfed'] as const).map((value) => ({
          value,
          label: messages.types[value],
        }))}
        value={type}
        onChange={(type) => form.setFieldValue('type', type)}
      />
      <TextInput
        label={messages.name}
        withAsterisk
        data-autofocus
        maxLength={255}
        {...form.getInputProps('name')}
      />
      <TextInput
        label={messages.id}
        description={messages.idLead}
        maxLength={64}
        autoCapitalize="none"
        {...form.getInputProps('id')}
      />
      <Textarea
        label={messages.description}
        autosize
        maxRows={4}
        maxLength={1_024}
        {...form.getInputProps('description')}
      />
      {type === 'oidc' && <OidcFields form={form} />}
      {type === 'saml' && <SamlFields form={form} />}
      {type === 'wsfed' && <WsfedFields form={form} />}
    </FormModal>
  );
}

interface FieldsProps {
  form: UseFormReturnType<NewAppValues>;
}

function OidcFields({ form }: FieldsProps) {
  const messages = useMessages(protocolMessages);
  return (
    <>
      <Radio.Group label={messages.clientType} {...form.getInputProps('clientType')}>
        <Stack gap="xs" mt="xs">
          {(['confidential', 'public'] as const).map((value) => (
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
        max={100}
      />
    </>
  );
}

function SamlFields({ form }: FieldsProps) {
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
        <>
          <TextInput label={messages.entityId} withAsterisk {...form.getInputProps('entityId')} />
          <TextInput type="url" label={messages.acsUrl} withAsterisk {...form.getInputProps('acsUrl')} />
          <Textarea
            label={messages.certificate}
            description={messages.certificateLead}
            withAsterisk
            rows={5}
            spellCheck={false}
            {...form.getInputProps('certificate')}
          />
        </>
      )}
    </>
  );
}

function WsfedFields({ form }: FieldsProps) {
  const messages = useMessages(protocolMessages);
  return (
    <>
      <TextInput label={messages.realm} withAsterisk maxLength={1_024} {...form.getInputProps('realm')} />
      <TextInput type="url" label={messages.replyUrl} withAsterisk {...form.getInputProps('replyUrl')} />
    </>
  );
}
