import { Button, Fieldset, Group, SegmentedControl, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import type { SsoSettings } from '../../../../client/client.ts';
import { FormModal } from '../../../parts/form-modal.tsx';
import { useDialogForm } from '../../../parts/use-dialog-form.ts';
import { useSession } from '../../../session/session.tsx';
import { everywhere } from '../../../words/everywhere.ts';
import { useWords } from '../../../words/language.tsx';
import { type Draft, draftOf, type Protocol, protocolOf } from './draft.ts';
import { checkDraft, type DraftForm } from './draft-form.ts';
import { OidcFields } from './oidc-fields.tsx';
import { OurValues } from './our-values.tsx';
import { SamlFields } from './saml-fields.tsx';
import { withSimulator } from './simulator.ts';
import { useConnectionWrite } from './use-connection.ts';
import { ssoWords } from './words.ts';

interface IdpFormProps {
  settings: SsoSettings;
  opened: boolean;
  onClose(): void;
}

/** Which identity provider, and who is sent there. */
export function IdpForm({ settings, opened, onClose }: IdpFormProps) {
  const words = useWords(ssoWords);
  const { save, optional, errors } = useWords(everywhere);
  const { mode } = useSession();
  const form: DraftForm = useDialogForm<Draft>(opened, {
    initialValues: draftOf(settings),
    validate: (draft) => checkDraft(draft, errors),
  });
  const write = useConnectionWrite(settings, onClose);
  const { protocol } = form.values;
  return (
    <FormModal
      opened={opened}
      onClose={() => {
        write.reset();
        onClose();
      }}
      title={protocolOf(settings) ? words.editSetup : words.setUpTitle}
      action={save}
      isBusy={write.isPending}
      error={write.error}
      onSubmit={form.onSubmit((draft) => write.mutate(draft))}
      size="xl"
    >
      <Group justify="space-between">
        <SegmentedControl
          aria-label={words.protocol}
          data={Object.entries(words.protocols).map(([value, label]) => ({ value, label }))}
          value={protocol}
          onChange={(value) => form.setFieldValue('protocol', value as Protocol)}
        />
        {mode === 'development' && (
          <Button
            variant="light"
            size="compact-sm"
            onClick={() => form.setValues(withSimulator(form.values, settings))}
          >
            {words.fillSimulator}
          </Button>
        )}
      </Group>
      <Fieldset legend={words.ours}>
        <Stack gap="xs">
          <Text size="sm" c="dimmed">
            {words.oursLead}
          </Text>
          <OurValues settings={settings} protocol={protocol} />
        </Stack>
      </Fieldset>
      <Fieldset legend={words.provider}>
        {protocol === 'saml' ? (
          <SamlFields form={form} />
        ) : (
          <OidcFields form={form} hasSecret={settings.oidc.hasClientSecret} />
        )}
      </Fieldset>
      <TagsInput
        label={`${words.domains} (${optional})`}
        description={words.domainsLead}
        placeholder="example.com"
        {...form.getInputProps('domains')}
      />
      <TextInput
        label={`${words.redirectUrl} (${optional})`}
        description={words.redirectUrlLead}
        placeholder="https://app.example.com/signed-in"
        {...form.getInputProps('redirectUrl')}
      />
    </FormModal>
  );
}
