import { SimpleGrid, Switch, Text, TextInput } from '@mantine/core';
import type { SsoSettings } from '../../../../client/client.ts';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { useDialogForm } from '../../../components/use-dialog-form.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { CustomMapping, type Line, linesOf, mapOf } from './custom-mapping.tsx';
import { type Draft, draftOf } from './draft.ts';
import { fieldsOf } from './mapping-fields.ts';
import { mappingMessages } from './mapping-messages.ts';
import { useConnectionWrite } from './use-connection.ts';

interface MappingFormProps {
  settings: SsoSettings;
  opened: boolean;
  onClose(): void;
}

type Values = { names: Record<string, string>; custom: Line[]; renews: boolean };

/** Maps the provider's attributes to user attributes. */
export function MappingForm({ settings, opened, onClose }: MappingFormProps) {
  const messages = useMessages(mappingMessages);
  const { save } = useMessages(sharedMessages);
  const draft = draftOf(settings);
  const { attributes } = draft[draft.protocol];
  const { customAttributes, ...names } = attributes;
  const form = useDialogForm<Values>(opened, {
    initialValues: { names, custom: linesOf(customAttributes), renews: draft.renewUserDetails },
  });
  const write = useConnectionWrite(settings, onClose);
  const { values } = form;
  return (
    <FormDrawer
      opened={opened}
      onClose={() => {
        write.reset();
        onClose();
      }}
      title={messages.editMapping}
      action={save}
      isBusy={write.isPending}
      isDirty={form.isDirty()}
      error={write.error}
      form={form}
      onSubmit={form.onSubmit((values) => write.mutate(withMapping(draft, values)))}
    >
      <Text size="sm" c="dimmed">
        {messages.mappingLead}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {fieldsOf(draft.protocol).map((field) => (
          <TextInput
            key={field}
            label={messages.mappingFields[field]}
            value={values.names[field] ?? ''}
            onChange={(event) => form.setFieldValue(`names.${field}`, event.currentTarget.value)}
            autoComplete="off"
          />
        ))}
      </SimpleGrid>
      <CustomMapping lines={values.custom} onChange={(lines) => form.setFieldValue('custom', lines)} />
      <Switch
        label={messages.renews}
        description={messages.renewsLead}
        {...form.getInputProps('renews', { type: 'checkbox' })}
      />
    </FormDrawer>
  );
}

function withMapping(draft: Draft, { names, custom, renews }: Values): Draft {
  const trimmed = Object.fromEntries(Object.entries(names).map(([name, text]) => [name, text.trim()]));
  const changed = { ...trimmed, customAttributes: mapOf(custom) };
  const { saml, oidc } = draft;
  return draft.protocol === 'saml'
    ? {
        ...draft,
        renewUserDetails: renews,
        saml: { ...saml, attributes: { ...saml.attributes, ...changed } },
      }
    : {
        ...draft,
        renewUserDetails: renews,
        oidc: { ...oidc, attributes: { ...oidc.attributes, ...changed } },
      };
}
