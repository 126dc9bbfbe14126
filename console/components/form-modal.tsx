import { Modal, type ModalProps } from '@mantine/core';
import { DialogForm, type DialogFormProps, useDialogGuard } from './dialog-form.tsx';

interface FormModalProps extends DialogFormProps {
  size?: ModalProps['size'];
}

/** A dialog with a form of up to about five fields. Enter submits it, Escape cancels it. */
export function FormModal({ size = 'md', ...props }: FormModalProps) {
  const { dialog, leave } = useDialogGuard(props);
  return (
    <Modal title={props.title} size={size} {...dialog}>
      <DialogForm {...props} leave={leave} />
    </Modal>
  );
}
