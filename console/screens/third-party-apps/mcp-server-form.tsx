import { Checkbox, Input, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Client, McpServer, Result } from '../../../client/client.ts';
import { applicationLengths } from '../../../client/constants.ts';
import { unwrap } from '../../api/failure.ts';
import { useWrite } from '../../api/use-api.ts';
import { useMergeSince } from '../../api/use-merge-since.ts';
import { isWebUrl } from '../../components/addresses/address-rules.ts';
import { appMessages } from '../../components/applications/messages.ts';
import { FormDrawer } from '../../components/form-drawer.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { mcpMessages } from './mcp-messages.ts';
import { ScopeRows } from './scope-rows.tsx';

type Values = Omit<McpServer, 'id' | 'issuer'>;

const empty: Values = {
  name: '',
  url: '',
  description: '',
  scopes: [],
  registrationDisabled: false,
  metadataDocumentsDisabled: false,
};

/** Edits a server, or creates one. */
export function McpServerForm({ server, onClose }: { server?: McpServer; onClose(): void }) {
  const messages = useMessages(mcpMessages);
  const { name, description } = useMessages(appMessages);
  const { create, save, errors } = useMessages(sharedMessages);
  const { id = '', issuer: _, ...before } = server ?? (empty as Values & Partial<McpServer>);
  const form = useForm<Values>({
    initialValues: before,
    validate: {
      name: (name) => (name.trim() ? null : errors.required),
      url: (url) => (isWebUrl(url) ? null : errors.url),
      scopes: (scopes) => (scopes.every(({ name }) => name) ? null : errors.required),
    },
  });
  const mergeSince = useMergeSince(true, before);
  const write = useWrite(
    async ({ management: { mcpServer } }: Client, values: Values): Promise<Result<unknown>> => {
      if (!server) return mcpServer.create(values);
      const { id: _id, issuer: _issuer, ...theirs } = await unwrap(mcpServer.load(id));
      return mcpServer.update({ id, ...mergeSince(values, theirs) });
    },
    {
      changes: [['mcp-servers']],
      reportsFailure: false,
      done: (_, { name }) => (server ? messages.saved(name) : messages.created(name)),
      onDone: onClose,
    },
  );
  const { scopes, registrationDisabled, metadataDocumentsDisabled } = form.values;
  return (
    <FormDrawer
      opened
      onClose={onClose}
      title={server ? messages.editTitle(server.name) : messages.create}
      action={server ? save : create}
      isBusy={write.isPending}
      isDirty={form.isDirty()}
      error={write.error}
      form={form}
      onSubmit={form.onSubmit((values) => write.mutate({ ...values, name: values.name.trim() }))}
    >
      <TextInput
        label={name}
        withAsterisk
        data-autofocus
        maxLength={applicationLengths.name}
        {...form.getInputProps('name')}
      />
      <TextInput
        type="url"
        label={messages.url}
        description={messages.urlLead}
        placeholder="https://notes.example.com/mcp"
        withAsterisk
        {...form.getInputProps('url')}
      />
      <Textarea
        label={description}
        autosize
        maxRows={4}
        maxLength={applicationLengths.description}
        {...form.getInputProps('description')}
      />
      <Input.Label component="h3" m={0}>
        {messages.scopes}
      </Input.Label>
      <ScopeRows gives="roles" scopes={scopes} onChange={(scopes) => form.setFieldValue('scopes', scopes)} />
      <Checkbox
        label={messages.registration}
        checked={!registrationDisabled}
        onChange={(event) => form.setFieldValue('registrationDisabled', !event.currentTarget.checked)}
      />
      <Checkbox
        label={messages.metadataDocuments}
        checked={!metadataDocumentsDisabled}
        onChange={(event) => form.setFieldValue('metadataDocumentsDisabled', !event.currentTarget.checked)}
      />
    </FormDrawer>
  );
}
