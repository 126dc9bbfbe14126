import {
  Accordion,
  Button,
  FileButton,
  Group,
  Select,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import type { DraftForm } from './draft-form.ts';
import { ssoMessages } from './messages.ts';

interface SamlFieldsProps {
  form: DraftForm;
  /** The identity providers of the metadata, if it describes several. */
  entityIds: string[];
}

export function SamlFields({ form, entityIds }: SamlFieldsProps) {
  const messages = useMessages(ssoMessages);
  return (
    <Stack>
      <Select
        label={messages.how}
        data={optionsOf(messages.samlSources)}
        allowDeselect={false}
        {...form.getInputProps('saml.source')}
      />
      <Source form={form} />
      {hasMetadata(form) && entityIds.length > 0 && (
        <Select
          label={messages.chooseEntity}
          description={messages.chosenEntityIdLead}
          data={entityIds}
          searchable
          limit={100}
          withAsterisk
          {...form.getInputProps('saml.chosenEntityId')}
          onChange={(entityId) => form.setFieldValue('saml.chosenEntityId', entityId ?? '')}
        />
      )}
      <More form={form} offersChoice={hasMetadata(form) && entityIds.length === 0} />
    </Stack>
  );
}

const hasMetadata = (form: DraftForm) => form.values.saml.source !== 'hand';

function Source({ form }: { form: DraftForm }) {
  const messages = useMessages(ssoMessages);
  const { source } = form.values.saml;
  if (source === 'url') {
    return (
      <TextInput
        label={messages.metadataUrl}
        description={messages.metadataUrlLead}
        withAsterisk
        placeholder="https://idp.example.com/metadata"
        data-autofocus
        {...form.getInputProps('saml.metadataUrl')}
      />
    );
  }
  if (source === 'xml') {
    const read = async (file: File | null) => {
      if (file) form.setFieldValue('saml.metadataXml', await file.text());
    };
    return (
      <Stack gap="xs">
        <Textarea
          label={messages.metadataXml}
          withAsterisk
          autosize
          minRows={4}
          maxRows={10}
          spellCheck={false}
          {...form.getInputProps('saml.metadataXml')}
        />
        <Group>
          <FileButton accept=".xml,application/xml,text/xml" onChange={(file) => void read(file)}>
            {(props) => (
              <Button variant="default" size="compact-sm" {...props}>
                {messages.metadataFile}
              </Button>
            )}
          </FileButton>
        </Group>
      </Stack>
    );
  }
  return (
    <>
      <TextInput label={messages.entityId} withAsterisk {...form.getInputProps('saml.entityId')} />
      <TextInput label={messages.ssoUrl} withAsterisk {...form.getInputProps('saml.ssoUrl')} />
      <Textarea
        label={messages.certificates}
        description={messages.certificatesLead}
        withAsterisk
        autosize
        minRows={4}
        maxRows={10}
        spellCheck={false}
        placeholder="-----BEGIN CERTIFICATE-----"
        {...form.getInputProps('saml.certificates')}
      />
    </>
  );
}

function More({ form, offersChoice }: { form: DraftForm; offersChoice: boolean }) {
  const messages = useMessages(ssoMessages);
  const { optional } = useMessages(sharedMessages);
  return (
    <Accordion variant="contained">
      <Accordion.Item value="more">
        <Accordion.Control>{messages.more}</Accordion.Control>
        <Accordion.Panel>
          <Stack>
            {offersChoice && (
              <TextInput
                label={`${messages.entityId} (${optional})`}
                description={messages.chosenEntityIdLead}
                {...form.getInputProps('saml.chosenEntityId')}
              />
            )}
            <Select
              label={messages.signRequests}
              data={optionsOf(messages.signed)}
              allowDeselect={false}
              {...form.getInputProps('saml.signRequests')}
            />
            <Select
              label={messages.requestBinding}
              data={optionsOf(messages.bindings)}
              allowDeselect={false}
              {...form.getInputProps('saml.requestBinding')}
            />
            <TextInput
              label={`${messages.nameIdFormat} (${optional})`}
              description={messages.nameIdFormatLead}
              {...form.getInputProps('saml.subjectNameIdFormat')}
            />
            <Switch
              label={messages.idpInitiated}
              description={messages.idpInitiatedLead}
              {...form.getInputProps('saml.allowIdpInitiated', { type: 'checkbox' })}
            />
            <TextInput
              label={`${messages.ownEntityId} (${optional})`}
              description={messages.migratedLead}
              {...form.getInputProps('saml.spEntityId')}
            />
            <TextInput
              label={`${messages.ownAcsUrl} (${optional})`}
              description={messages.migratedLead}
              {...form.getInputProps('saml.spAcsUrl')}
            />
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}

export function optionsOf(messages: Record<string, string>): { value: string; label: string }[] {
  return Object.entries(messages).map(([value, label]) => ({ value, label }));
}
