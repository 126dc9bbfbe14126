import { Drawer, type DrawerProps } from '@mantine/core';
import { DialogForm, type DialogFormProps, useDialogGuard } from './dialog-form.tsx';

interface FormDrawerProps extends DialogFormProps {
  size?: DrawerProps['size'];
}

/** A form of more than about five fields, beside the list that it belongs to. It behaves like `FormModal`. */
export function FormDrawer({ size = 520, ...props }: FormDrawerProps) {
  const guard = useDialogGuard(props);
  return (
    <Drawer title={props.title} position="right" size={size} {...guard}>
      <DialogForm {...props} onCancel={guard.onClose} />
    </Drawer>
  );
}
