import { Drawer, type DrawerProps } from '@mantine/core';
import { DialogForm, type DialogFormProps, useDialogGuard } from './dialog-form.tsx';

interface FormDrawerProps extends DialogFormProps {
  size?: DrawerProps['size'];
}

/** The width of a drawer with a form of one column, in pixels. */
export const formDrawerSize = 520;

/** A form of more than about five fields, beside the list that it belongs to. It behaves like `FormModal`. */
export function FormDrawer({ size = formDrawerSize, ...props }: FormDrawerProps) {
  const { dialog, leave } = useDialogGuard(props);
  return (
    <Drawer title={props.title} position="right" size={size} {...dialog}>
      <DialogForm {...props} leave={leave} />
    </Drawer>
  );
}
