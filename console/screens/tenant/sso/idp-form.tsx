import { Button, Group, SegmentedControl, TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SsoSettings } from '../../../../client/client.ts';
import { ApiError } from '../../../api/failure.ts';
import { FieldGroup } from '../../../components/field-group.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { useDialogForm } from '../../../components/use-dialog-form.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { useSession } from '../../../session/session.tsx';
import { type Draft, draftOf, type Protocol, protocolOf } from './draft.ts';
import { checkDraft, type DraftForm } from './draft-form.ts';
import { ssoMessages } from './messages.ts';
import { OidcFields } from './oidc-fields.tsx';
import { SamlFields } from './saml-fields.tsx';
import { ServiceProviderValues } from './service-provider-values.tsx';
import { withSimulator } from './simulator.ts';
import { useConnectionWrite } from './use-connection.ts';

interface IdpFormProps {
  settings: SsoSettings;
  opened: boolean;
  onClose(): void;
}

/** Edits the identity provider and the domains whose users are sent to it. */
export function IdpForm({ settings, opened, onClose }: IdpFormProps) {
  const messages = useMessages(ssoMessages);
  const { save, optional, errors } = useMessages(sharedMessages);
  const { mode } = useSession();
  const form: DraftForm = useDialogForm<Draft>(opened, {
    initialValues: draftOf(settings),
    validate: (draft) => checkDraft(draft, errors),
  });
  const write = useConnectionWrite(settings, onClose);
  const [entityIds, setEntityIds] = useState<string[]>([]);
  const { protocol } = form.values;
  return (
    <FormDrawer
      opened={opened}
      onClose={() => {
        write.reset();
        onClose();
      }}
      title={protocolOf(settings) ? messages.editSetup : messages.setUpTitle}
      action={save}
      isBusy={write.isPending}
      isDirty={form.isDirty()}
      error={write.error}
      onSubmit={form.onSubmit((draft) =>
        write.mutate(draft, { onError: (error) => setEntityIds(entityIdsIn(error)) }),
      )}
    >
      <Group justify="space-between">
        <SegmentedControl
          aria-label={messages.protocol}
          data={Object.entries(messages.protocols).map(([value, label]) => ({ value, label }))}
          value={protocol}
          onChange={(value) => form.setFieldValue('protocol', value as Protocol)}
        />
        {mode === 'development' && (
          <Button
            variant="light"
            size="compact-sm"
            onClick={() => form.setValues(withSimulator(form.values, settings))}
          >
            {messages.fillSimulator}
          </Button>
        )}
      </Group>
      <FieldGroup title={messages.ours} lead={messages.oursLead}>
        <ServiceProviderValues settings={settings} protocol={protocol} />
      </FieldGroup>
      <FieldGroup title={messages.provider}>
        {protocol === 'saml' ? (
          <SamlFields form={form} entityIds={entityIds} />
        ) : (
          <OidcFields form={form} hasSecret={settings.oidc.hasClientSecret} />
        )}
      </FieldGroup>
      <TagsInput
        label={`${messages.domains} (${optional})`}
        description={messages.domainsLead}
        placeholder="example.com"
        {...form.getInputProps('domains')}
      />
      <TextInput
        label={`${messages.redirectUrl} (${optional})`}
        description={messages.redirectUrlLead}
        placeholder="https://app.example.com/signed-in"
        {...form.getInputProps('redirectUrl')}
      />
    </FormDrawer>
  );
}

/** Returns the identity providers of metadata that describes several. */
function entityIdsIn(error: Error): string[] {
  const found = error instanceof ApiError ? error.failure.details?.['entityIds'] : undefined;
  return Array.isArray(found) ? found.map(String) : [];
}
