import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import type { Client, Result } from '../../../client/client.ts';
import { useWrite } from '../../api/use-api.ts';
import { FormDrawer } from '../../components/form-drawer.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { connectorMessages } from './connector-messages.ts';

interface ConnectorDrawerProps<V> {
  opened: boolean;
  onClose(): void;
  title: string;
  form: UseFormReturnType<V>;
  /** Sets the connector to the values of the form. */
  set(client: Client, values: V): Promise<Result<undefined>>;
  children: ReactNode;
}

/** The form that sets a connector. */
export function ConnectorDrawer<V extends object>(props: ConnectorDrawerProps<V>) {
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
    <FormDrawer
      opened={opened}
      onClose={() => {
        write.reset();
        onClose();
      }}
      title={title}
      action={save}
      isBusy={write.isPending}
      isDirty={form.isDirty()}
      error={write.error}
      onSubmit={form.onSubmit((values) => write.mutate(values))}
    >
      {children}
    </FormDrawer>
  );
}
