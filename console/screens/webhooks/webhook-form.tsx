import { Radio, Stack, TextInput } from '@mantine/core';
import type { Client, Webhook } from '../../../client/client.ts';
import { webhookLengths } from '../../../client/constants.ts';
import { unwrap } from '../../api/failure.ts';
import { useWrite } from '../../api/use-api.ts';
import { useMergeSince } from '../../api/use-merge-since.ts';
import { FormDrawer } from '../../components/form-drawer.tsx';
import { useDialogForm } from '../../components/use-dialog-form.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { EventChoice } from './event-choice.tsx';
import { webhookMessages } from './messages.ts';

interface Values extends Record<string, unknown> {
  name: string;
  url: string;
  which: 'all' | 'some';
  events: string[];
}

interface WebhookFormProps {
  /** If undefined, the form is closed. */
  edited: Webhook | 'new' | undefined;
  onClose(): void;
  onCreated(secret: string): void;
}

export function WebhookForm({ edited, onClose, onCreated }: WebhookFormProps) {
  const messages = useMessages(webhookMessages);
  const { create, save, errors } = useMessages(sharedMessages);
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
      events: (events, { which }) => (which === 'all' || events.length > 0 ? null : messages.chooseSome),
    },
  });
  const mergeSince = useMergeSince(edited !== undefined, settingsOf(before));
  const write = useWrite((client, values: Values) => send(client, before, values, mergeSince), {
    changes: [['webhooks']],
    reportsFailure: false,
    ...(before && { done: (_: unknown, { name }: Values) => messages.saved(name) }),
    onDone: (secret) => {
      onClose();
      if (secret) onCreated(secret);
    },
  });
  return (
    <FormDrawer
      opened={edited !== undefined}
      onClose={() => {
        write.reset();
        onClose();
      }}
      title={before ? messages.editTitle(before.name) : messages.create}
      action={before ? save : create}
      isBusy={write.isPending}
      isDirty={form.isDirty()}
      error={write.error}
      form={form}
      onSubmit={form.onSubmit((values) => write.mutate(values))}
    >
      <TextInput
        label={messages.name}
        withAsterisk
        data-autofocus
        maxLength={webhookLengths.name}
        {...form.getInputProps('name')}
      />
      <TextInput
        label={messages.url}
        description={messages.urlLead}
        type="url"
        placeholder="https://"
        withAsterisk
        {...form.getInputProps('url')}
      />
      <Radio.Group label={messages.events} {...form.getInputProps('which')}>
        <Stack gap="xs" mt="xs">
          <Radio value="all" label={messages.all} />
          <Radio value="some" label={messages.some} />
        </Stack>
      </Radio.Group>
      {form.values.which === 'some' && (
        <EventChoice
          value={form.values.events}
          onChange={(events) => form.setFieldValue('events', events)}
          error={form.errors.events}
          data-path="events"
        />
      )}
    </FormDrawer>
  );
}

type Settings = Pick<Webhook, 'name' | 'url' | 'events' | 'enabled'>;

function settingsOf(webhook: Webhook | undefined): Settings {
  const { name = '', url = '', events = [], enabled = true } = webhook ?? {};
  return { name, url, events, enabled };
}

/**
 * Saves the webhook, with what another administrator changed in it meanwhile. Returns the secret of a new one, otherwise
 * an empty string.
 */
async function send(
  client: Client,
  before: Webhook | undefined,
  { name, url, which, events }: Values,
  mergeSince: (yours: Settings, theirs: Settings) => Settings,
) {
  const settings = { name: name.trim(), url: url.trim(), events: which === 'all' ? [] : events };
  const { webhooks } = client.management;
  if (!before) {
    const created = await webhooks.create(settings);
    return created.ok ? { ...created, data: created.data.secret } : created;
  }
  const all = await unwrap(webhooks.list());
  const current = all.find(({ id }) => id === before.id) ?? before;
  const merged = mergeSince({ ...settings, enabled: before.enabled }, settingsOf(current));
  const changed = await webhooks.update({ ...merged, id: before.id });
  return changed.ok ? { ...changed, data: '' } : changed;
}
