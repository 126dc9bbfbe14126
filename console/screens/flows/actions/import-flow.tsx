import { Button, FileButton, Group, Text, TextInput } from '@mantine/core';
import { FileJson } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../../api/use-api.ts';
import { FormModal } from '../../../components/form-modal.tsx';
import { useGo } from '../../../components/links.tsx';
import { useDialogForm } from '../../../components/use-dialog-form.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { isFlowId, type ListedFlow } from '../listed-flow.ts';
import { flowMessages } from '../messages.ts';
import { flowQueries, importFlow } from '../use-flow.ts';
import { type FlowFile, readFlowFile } from './flow-file.ts';

interface ImportFlowProps {
  opened: boolean;
  onClose(): void;
  flows: ListedFlow[];
}

/** Imports a flow from a file, under the ID in the file or another one. */
export function ImportFlow({ opened, onClose, flows }: ImportFlowProps) {
  const messages = useMessages(flowMessages);
  const go = useGo();
  const form = useDialogForm(opened, {
    initialValues: { file: '', flowId: '' },
    validate: {
      file: () => (read ? null : messages.notAFlow),
      flowId: (flowId) => (isFlowId(flowId.trim()) ? null : messages.invalidId),
    },
  });
  const [read, setRead] = useState<FlowFile>();
  const { flowId } = form.values;
  const replaced = flows.find(({ id }) => id === flowId.trim());
  const write = useWrite(
    (client, { flowId, file }: { flowId: string; file: FlowFile }) => importFlow(client, flowId, file.flow),
    {
      changes: flowQueries(flowId.trim()),
      done: ({ flow }) => messages.imported(flow.name),
      reportsFailure: false,
      onDone: (_, { flowId }) => {
        close();
        go(`flows/${flowId}`);
      },
    },
  );
  const close = () => {
    write.reset();
    setRead(undefined);
    onClose();
  };
  const choose = async (file: File | null) => {
    if (!file) return;
    const content = readFlowFile(await file.text());
    setRead(content);
    write.reset();
    form.setValues({ file: file.name, flowId: content?.flow.id ?? '' });
    form.setFieldError('file', content ? null : messages.notAFlow);
  };
  return (
    <FormModal
      opened={opened}
      onClose={close}
      title={messages.importTitle}
      action={messages.import}
      isBusy={write.isPending}
      isDirty={form.isDirty()}
      error={write.error}
      form={form}
      onSubmit={form.onSubmit(({ flowId }) => read && write.mutate({ flowId: flowId.trim(), file: read }))}
    >
      <Text size="sm">{messages.importLead}</Text>
      <Group align="flex-end" wrap="nowrap">
        <TextInput label={messages.file} readOnly flex={1} {...form.getInputProps('file')} />
        <FileButton
          accept="application/json,.json"
          onChange={(file) => void choose(file)}
          inputProps={{ 'aria-label': messages.chooseFile }}
        >
          {(props) => <ChooseButton {...props}>{messages.chooseFile}</ChooseButton>}
        </FileButton>
      </Group>
      {read && (
        <TextInput
          label={messages.id}
          description={replaced ? messages.replaces(replaced.name) : messages.idLead}
          maxLength={64}
          autoCapitalize="none"
          {...form.getInputProps('flowId')}
        />
      )}
    </FormModal>
  );
}

function ChooseButton({ children, onClick }: { children: string; onClick(): void }) {
  return (
    <Button
      variant="default"
      data-autofocus
      leftSection={<FileJson size={16} aria-hidden />}
      onClick={onClick}
      style={{ flex: 'none' }}
    >
      {children}
    </Button>
  );
}
