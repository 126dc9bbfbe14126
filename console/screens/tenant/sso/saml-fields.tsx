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
import { everywhere } from '../../../words/everywhere.ts';
import { useWords } from '../../../words/language.tsx';
import type { DraftForm } from './draft-form.ts';
import { ssoWords } from './words.ts';

export function SamlFields({ form }: { form: DraftForm }) {
  const words = useWords(ssoWords);
  return (
    <Stack>
      <Select
        label={words.how}
        data={optionsOf(words.samlSources)}
        allowDeselect={false}
        {...form.getInputProps('saml.source')}
      />
      <Source form={form} />
      <More form={form} />
    </Stack>
  );
}

function Source({ form }: { form: DraftForm }) {
  const words = useWords(ssoWords);
  const { source } = form.values.saml;
  if (source === 'url') {
    return (
      <TextInput
        label={words.metadataUrl}
        description={words.metadataUrlLead}
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
          label={words.metadataXml}
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
                {words.metadataFile}
              </Button>
            )}
          </FileButton>
        </Group>
      </Stack>
    );
  }
  return (
    <>
      <TextInput label={words.entityId} withAsterisk {...form.getInputProps('saml.entityId')} />
      <TextInput label={words.ssoUrl} withAsterisk {...form.getInputProps('saml.ssoUrl')} />
      <Textarea
        label={words.certificates}
        description={words.certificatesLead}
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

function More({ form }: { form: DraftForm }) {
  const words = useWords(ssoWords);
  const { optional } = useWords(everywhere);
  return (
    <Accordion variant="contained">
      <Accordion.Item value="more">
        <Accordion.Control>{words.more}</Accordion.Control>
        <Accordion.Panel>
          <Stack>
            <Select
              label={words.signRequests}
              data={optionsOf(words.signed)}
              allowDeselect={false}
              {...form.getInputProps('saml.signRequests')}
            />
            <Select
              label={words.requestBinding}
              data={optionsOf(words.bindings)}
              allowDeselect={false}
              {...form.getInputProps('saml.requestBinding')}
            />
            <TextInput
              label={`${words.nameIdFormat} (${optional})`}
              description={words.nameIdFormatLead}
              {...form.getInputProps('saml.subjectNameIdFormat')}
            />
            <Switch
              label={words.idpInitiated}
              description={words.idpInitiatedLead}
              {...form.getInputProps('saml.allowIdpInitiated', { type: 'checkbox' })}
            />
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}

export function optionsOf(words: Record<string, string>): { value: string; label: string }[] {
  return Object.entries(words).map(([value, label]) => ({ value, label }));
}
