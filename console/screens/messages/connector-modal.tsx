import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import type { Client, Result } from '../../../client/client.ts';
import { useWrite } from '../../api/use-api.ts';
import { FormModal } from '../../components/form-modal.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { connectorMessages } from './connector-messages.ts';

interface ConnectorModalProps<V> {
  opened: boolean;
  onClose(): void;
  title: string;
  form: UseFormReturnType<V>;
  /** Sets the connector to the values of the form. */
  set(client: Client, values: V): Promise<Result<undefined>>;
  children: ReactNode;
}

/** The dialog that sets a connector. */
export function ConnectorModal<V extends object>(props: ConnectorModalProps<V>) {
  const { opened, onClose, title, form, set, children } = props;
  const texts = useMessages(connectorMessages);
  const { save } = useMessages(sharedMessages);
  const write = useWrite(set, {
    changes: [['connectors']],
    done: texts.saved,
    reportsFailure: false,
    onDone: onClose,
  });
  return (
    <FormModal
      opened={opened}
      onClose={() => {
        write.reset();
        onClose();
      }}
      title={title}
      action={save}
      isBusy={write.isPending}
      error={write.error}
      onSubmit={form.onSubmit((values) => write.mutate(values))}
    >
      {children}
    </FormModal>
  );
}
