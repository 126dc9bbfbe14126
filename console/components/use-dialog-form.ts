import { type UseFormInput, useForm } from '@mantine/form';
import { useEffect } from 'react';

/**
 * The form of a dialog. It begins with `initialValues` each time that the dialog opens, and has forgotten what was typed
 * when it closes.
 */
export function useDialogForm<T extends object>(opened: boolean, options: UseFormInput<T>) {
  const form = useForm<T>(options);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what arrives meanwhile must not overwrite what is typed
  useEffect(() => {
    form.setValues(options.initialValues as T);
    form.clearErrors();
  }, [opened]);
  return form;
}
