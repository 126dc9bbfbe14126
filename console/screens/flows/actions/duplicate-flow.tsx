import { TextInput } from '@mantine/core';
import { unwrap } from '../../../api/failure.ts';
import { useRead, useWrite } from '../../../api/use-api.ts';
import { FormModal } from '../../../components/form-modal.tsx';
import { useGo } from '../../../components/links.tsx';
import { useDialogForm } from '../../../components/use-dialog-form.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { isFlowId, type ListedFlow } from '../listed-flow.ts';
import { flowMessages } from '../messages.ts';
import { exportFlow, importFlow } from '../use-flow.ts';

interface DuplicateFlowProps {
  flow: Pick<ListedFlow, 'id' | 'name'>;
  opened: boolean;
  onClose(): void;
}

/** Creates a flow with the definition of another one, and opens it. */
export function DuplicateFlow({ flow, opened, onClose }: DuplicateFlowProps) {
  const messages = useMessages(flowMessages);
  const { errors } = useMessages(sharedMessages);
  const go = useGo();
  const flows = useRead(['flows'], (client) => client.management.flow.list(), { enabled: opened });
  const problemOf = (flowId: string) => {
    if (!isFlowId(flowId)) return messages.invalidId;
    return flows.data?.some(({ id }) => id === flowId) ? messages.takenId : null;
  };
  const form = useDialogForm(opened, {
    initialValues: { name: messages.copyOf(flow.name), flowId: `${flow.id}-copy` },
    validate: {
      name: (name) => (name.trim() ? null : errors.required),
      flowId: (flowId) => problemOf(flowId.trim()),
    },
  });
  const create = useWrite(
    async (client, { name, flowId }: { name: string; flowId: string }) => {
      const { dsl, description } = (await unwrap(exportFlow(client, flow.id))).flow;
      return importFlow(client, flowId, { name, description, dsl, disabled: false });
    },
    {
      changes: [['flows']],
      done: (_, { name }) => messages.duplicated(name),
      reportsFailure: false,
      onDone: (_, { flowId }) => {
        onClose();
        go(`flows/${flowId}`);
      },
    },
  );
  const submit = form.onSubmit(({ name, flowId }) =>
    create.mutate({ name: name.trim(), flowId: flowId.trim() }),
  );
  return (
    <FormModal
      opened={opened}
      onClose={() => {
        create.reset();
        onClose();
      }}
      title={messages.duplicateTitle(flow.name)}
      action={messages.duplicate}
      isBusy={create.isPending}
      isDirty={form.isDirty()}
      error={create.error}
      form={form}
      onSubmit={submit}
    >
      <TextInput
        label={messages.name}
        withAsterisk
        data-autofocus
        maxLength={100}
        {...form.getInputProps('name')}
      />
      <TextInput
        label={messages.id}
        description={messages.idLead}
        withAsterisk
        maxLength={64}
        autoCapitalize="none"
        {...form.getInputProps('flowId')}
      />
    </FormModal>
  );
}
