import { Avatar, Button, Drawer, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { applicationLengths } from '../../../client/constants.ts';
import { useWrite } from '../../api/use-api.ts';
import { appMessages } from '../../components/applications/messages.ts';
import { FormDrawer, formDrawerSize } from '../../components/form-drawer.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { createApp, type NewAppValues } from './create-app.ts';
import { type FormValues, initialValues, ProtocolFields, problemsOf } from './new-app-fields.tsx';
import { type Template, templates, valuesFrom } from './templates.ts';

interface NewAppProps {
  onClose(): void;
  onCreated(created: CreatedApp): void;
}

export interface CreatedApp {
  id: string;
  /** The ID of its template. */
  guide: string;
  /** The client secret, if there is one. */
  secret?: string;
}

/** Asks which application to connect, and then for what that application needs. */
export function NewApp({ onClose, onCreated }: NewAppProps) {
  const messages = useMessages(appMessages);
  const [template, setTemplate] = useState<Template>();
  if (template)
    return (
      <NewAppForm
        template={template}
        onClose={onClose}
        onCreated={onCreated}
        onBack={() => setTemplate(undefined)}
      />
    );
  return (
    <Drawer opened onClose={onClose} title={messages.create} position="right" size={formDrawerSize}>
      <Text size="sm" mb="sm">
        {messages.choose}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        {templates.map((one) => (
          <Button
            key={one.id}
            variant="default"
            justify="flex-start"
            h="auto"
            py="sm"
            leftSection={<Avatar name={one.name} color="initials" size="sm" radius="sm" aria-hidden />}
            onClick={() => setTemplate(one)}
          >
            {one.name}
          </Button>
        ))}
      </SimpleGrid>
    </Drawer>
  );
}

interface NewAppFormProps extends NewAppProps {
  template: Template;
  onBack(): void;
}

function NewAppForm({ template, onBack, onClose, onCreated }: NewAppFormProps) {
  const messages = useMessages(appMessages);
  const { create, errors } = useMessages(sharedMessages);
  const isKnown = template.place !== undefined;
  const form = useForm<FormValues>({
    initialValues: { ...initialValues, type: template.protocol, name: isKnown ? template.name : '' },
    validate: (values) => problemsOf(template, values, errors),
  });
  const make = useWrite(createApp, {
    changes: [['apps']],
    done: (_, { name }) => messages.createdMessage(name.trim()),
    reportsFailure: false,
    onDone: (created) => {
      onClose();
      onCreated({ ...created, guide: isKnown ? template.id : '' });
    },
  });
  const submit = ({ address, ...values }: FormValues) => {
    const isByMetadata = template.asks.metadata !== undefined && values.isByMetadata;
    const input: NewAppValues = { ...values, ...valuesFrom(template, address), isByMetadata };
    make.mutate({ ...input, hasNoCertificate: input.certificate.trim() === '' });
  };
  return (
    <FormDrawer
      opened
      onClose={onClose}
      title={messages.createFor(template.name)}
      action={create}
      isBusy={make.isPending}
      isDirty={form.isDirty()}
      error={make.error}
      form={form}
      onSubmit={form.onSubmit(submit)}
      onBack={onBack}
    >
      <TextInput
        label={messages.name}
        withAsterisk
        data-autofocus
        maxLength={applicationLengths.name}
        {...form.getInputProps('name')}
      />
      <ProtocolFields template={template} form={form} />
      {!isKnown && (
        <>
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
            maxLength={applicationLengths.description}
            {...form.getInputProps('description')}
          />
        </>
      )}
    </FormDrawer>
  );
}
