import { Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useWrite } from '../../api/use-api.ts';
import { Choice } from '../../parts/choice.tsx';
import { FormModal } from '../../parts/form-modal.tsx';
import { TextList } from '../../parts/text-list.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { isWebUrl } from '../settings/address-rules.ts';
import { createApp, type NewAppValues } from './create-app.ts';
import { isExactUrl } from './oidc-card.tsx';
import { protocolWords } from './protocol-words.ts';
import { appWords } from './words.ts';

interface NewAppProps {
  onClose(): void;
  /** With the client secret, where there is one. */
  onMade(id: string, secret?: string): void;
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

export function NewApp({ onClose, onMade }: NewAppProps) {
  const words = useWords(appWords);
  const { create, errors } = useWords(everywhere);
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
    done: (_, { name }) => words.made(name.trim()),
    tellsFailure: false,
    onDone: ({ id, secret }) => {
      onClose();
      onMade(id, secret);
    },
  });
  const { type } = form.values;
  return (
    <FormModal
      opened
      onClose={onClose}
      title={words.create}
      action={create}
      size="lg"
      isBusy={make.isPending}
      error={make.error}
      onSubmit={form.onSubmit((values) => make.mutate(values))}
    >
      <Choice
        label={words.type}
        options={(['oidc', 'saml', 'wsfed'] as const).map((value) => ({ value, label: words.types[value] }))}
        value={type}
        onChange={(type) => form.setFieldValue('type', type)}
      />
      <TextInput
        label={words.name}
        withAsterisk
        data-autofocus
        maxLength={255}
        {...form.getInputProps('name')}
      />
      <TextInput
        label={words.id}
        description={words.idLead}
        maxLength={64}
        autoCapitalize="none"
        {...form.getInputProps('id')}
      />
      <Textarea
        label={words.description}
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
  const words = useWords(protocolWords);
  return (
    <>
      <Radio.Group label={words.clientType} {...form.getInputProps('clientType')}>
        <Stack gap="xs" mt="xs">
          {(['confidential', 'public'] as const).map((value) => (
            <Radio key={value} value={value} {...words.clientTypes[value]} />
          ))}
        </Stack>
      </Radio.Group>
      <TextList
        label={words.redirects}
        description={words.redirectsLead}
        placeholder="https://app.example.com/callback"
        values={form.values.redirectUrls}
        onChange={(urls) => form.setFieldValue('redirectUrls', urls)}
        problemOf={(url) => (isExactUrl(url) ? undefined : words.noRedirect)}
        max={100}
      />
    </>
  );
}

function SamlFields({ form }: FieldsProps) {
  const words = useWords(protocolWords);
  const { isByMetadata } = form.values;
  return (
    <>
      <Choice
        label={words.describedBy}
        options={[
          { value: 'metadata', label: words.byMetadata },
          { value: 'hand', label: words.byHand },
        ]}
        value={isByMetadata ? 'metadata' : 'hand'}
        onChange={(value) => form.setFieldValue('isByMetadata', value === 'metadata')}
      />
      {isByMetadata ? (
        <TextInput type="url" label={words.metadataUrl} withAsterisk {...form.getInputProps('metadataUrl')} />
      ) : (
        <>
          <TextInput label={words.entityId} withAsterisk {...form.getInputProps('entityId')} />
          <TextInput type="url" label={words.acsUrl} withAsterisk {...form.getInputProps('acsUrl')} />
          <Textarea
            label={words.certificate}
            description={words.certificateLead}
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
  const words = useWords(protocolWords);
  return (
    <>
      <TextInput label={words.realm} withAsterisk maxLength={1_024} {...form.getInputProps('realm')} />
      <TextInput type="url" label={words.replyUrl} withAsterisk {...form.getInputProps('replyUrl')} />
    </>
  );
}
