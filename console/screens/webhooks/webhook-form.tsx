import { Radio, Stack, TextInput } from '@mantine/core';
import type { Client, Webhook } from '../../../client/client.ts';
import { useWrite } from '../../api/use-api.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { useDialogForm } from '../../parts/use-dialog-form.ts';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { EventChoice } from './event-choice.tsx';
import { webhookWords } from './words.ts';

interface Values extends Record<string, unknown> {
  name: string;
  url: string;
  which: 'all' | 'some';
  events: string[];
}

interface WebhookFormProps {
  /** Absent: closed. */
  edited: Webhook | 'new' | undefined;
  onClose(): void;
  onMade(secret: string): void;
}

export function WebhookForm({ edited, onClose, onMade }: WebhookFormProps) {
  const words = useWords(webhookWords);
  const { create, save, errors } = useWords(everywhere);
  const before = edited === 'new' ? undefined : edited;
  const form = useDialogForm<Values>(edited !== undefined, {
    initialValues: {
      name: before?.name ?? '',
      url: before?.url ?? '',
      which: before && before.events.length > 0 ? 'some' : 'all',
      events: before?.events ?? [],
    },
    validate: {
      name: (name) => (name.trim() ? null : errors.required),
      url: (url) => (/^https?:\/\/\S+$/.test(url.trim()) ? null : errors.url),
      events: (events, { which }) => (which === 'all' || events.length > 0 ? null : words.chooseSome),
    },
  });
  const write = useWrite((client, values: Values) => send(client, before, values), {
    changes: [['webhooks']],
    tellsFailure: false,
    ...(before && { done: (_: unknown, { name }: Values) => words.saved(name) }),
    onDone: (secret) => {
      onClose();
      if (secret) onMade(secret);
    },
  });
  return (
    <FormModal
      opened={edited !== undefined}
      onClose={() => {
        write.reset();
        onClose();
      }}
      title={before ? words.editTitle(before.name) : words.create}
      action={before ? save : create}
      size="lg"
      isBusy={write.isPending}
      error={write.error}
      onSubmit={form.onSubmit((values) => write.mutate(values))}
    >
      <TextInput
        label={words.name}
        withAsterisk
        data-autofocus
        maxLength={128}
        {...form.getInputProps('name')}
      />
      <TextInput
        label={words.url}
        description={words.urlLead}
        type="url"
        placeholder="https://"
        withAsterisk
        {...form.getInputProps('url')}
      />
      <Radio.Group label={words.events} {...form.getInputProps('which')}>
        <Stack gap="xs" mt="xs">
          <Radio value="all" label={words.all} />
          <Radio value="some" label={words.some} />
        </Stack>
      </Radio.Group>
      {form.values.which === 'some' && (
        <EventChoice
          value={form.values.events}
          onChange={(events) => form.setFieldValue('events', events)}
          error={form.errors.events}
        />
      )}
    </FormModal>
  );
}

/** The secret, when there is one to show: of a new webhook. */
async function send(client: Client, before: Webhook | undefined, { name, url, which, events }: Values) {
  const settings = { name: name.trim(), url: url.trim(), events: which === 'all' ? [] : events };
  const { webhooks } = client.management;
  if (!before) {
    const made = await webhooks.create(settings);
    return made.ok ? { ...made, data: made.data.secret } : made;
  }
  const changed = await webhooks.update({ ...settings, id: before.id, enabled: before.enabled });
  return changed.ok ? { ...changed, data: '' } : changed;
}
