import { type UseFormInput, useForm } from '@mantine/form';
import { useEffect } from 'react';

/**
 * Creates the form of a dialog. Each time the dialog opens, the form starts with `initialValues`; when it closes, the
 * input is discarded. `isDirty()` compares with these values.
 */
export function useDialogForm<T extends object>(opened: boolean, options: UseFormInput<T>) {
  const form = useForm<T>(options);
  // biome-ignore lint/correctness/useExhaustiveDependencies: data that arrives while the dialog is open must not overwrite the input
  useEffect(() => {
    form.setValues(options.initialValues as T);
    form.resetDirty();
    form.clearErrors();
  }, [opened]);
  return form;
}
