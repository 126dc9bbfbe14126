import { MultiSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { User } from '../../../../client/client.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { FormModal } from '../../../components/form-modal.tsx';
import { TenantSelect } from '../../../components/tenant-select.tsx';
import { useRoles } from '../../../components/users/lookups.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { useHasRole } from '../../../session/session.tsx';
import {
  addRolesAction,
  addTenantAction,
  type BulkAction,
  deleteAction,
  logoutAction,
  type Place,
  removeRolesAction,
  statusAction,
} from './actions.ts';
import { bulkMessages } from './messages.ts';

export type BulkQuestion = 'addRoles' | 'removeRoles' | 'addTenant' | 'disable' | 'logout' | 'delete';

interface BulkDialogsProps {
  question: BulkQuestion | undefined;
  users: User[];
  onClose(): void;
  onRun(action: BulkAction, users: User[]): void;
}

/** The dialogs that open before a bulk action runs. */
export function BulkDialogs({ question, users, onClose, onRun }: BulkDialogsProps) {
  const messages = useMessages(bulkMessages);
  const { delete: deleteLabel } = useMessages(sharedMessages);
  const maySetAny = useHasRole('administrator');
  const count = users.length;
  const isPlace = question === 'addRoles' || question === 'removeRoles' || question === 'addTenant';
  return (
    <>
      {isPlace && (
        <PlaceDialog
          question={question}
          count={count}
          onClose={onClose}
          onChoose={(place) => {
            onClose();
            onRun(placeActions[question](messages, place), users);
          }}
        />
      )}
      <Confirm
        opened={question === 'disable'}
        onClose={onClose}
        title={messages.disableTitle(count)}
        action={messages.disable}
        onConfirm={() => onRun(statusAction(messages, 'disabled', users, maySetAny), users)}
      >
        {messages.disableLead}
      </Confirm>
      <Confirm
        opened={question === 'logout'}
        onClose={onClose}
        title={messages.logoutTitle(count)}
        action={messages.logoutAction}
        onConfirm={() => onRun(logoutAction(messages), users)}
      >
        {messages.logoutLead}
      </Confirm>
      <Confirm
        opened={question === 'delete'}
        onClose={onClose}
        title={messages.deleteTitle(count)}
        action={deleteLabel}
        typed={String(count)}
        onConfirm={() => onRun(deleteAction(messages), users)}
      >
        {messages.deleteLead}
      </Confirm>
    </>
  );
}

const placeActions = {
  addRoles: addRolesAction,
  removeRoles: removeRolesAction,
  addTenant: addTenantAction,
};

interface PlaceDialogProps {
  question: keyof typeof placeActions;
  count: number;
  onClose(): void;
  onChoose(place: Place): void;
}

function PlaceDialog({ question, count, onClose, onChoose }: PlaceDialogProps) {
  const messages = useMessages(bulkMessages);
  const { errors } = useMessages(sharedMessages);
  const roles = useRoles().data ?? [];
  const joins = question === 'addTenant';
  const form = useForm<Place>({
    initialValues: { tenantId: '', roleNames: [] },
    validate: {
      tenantId: (tenantId) => (joins && !tenantId ? errors.required : null),
      roleNames: (names) => (!joins && names.length === 0 ? errors.required : null),
    },
  });
  const { tenantId } = form.values;
  const choices = roles.filter((role) => role.tenantId === '' || role.tenantId === tenantId);
  const title = {
    addRoles: messages.rolesTitle,
    removeRoles: messages.rolesRemoveTitle,
    addTenant: messages.tenantTitle,
  };
  return (
    <FormModal
      opened
      onClose={onClose}
      title={title[question](count)}
      action={question === 'removeRoles' ? messages.removeRoles.replace(/\s?…$/, '') : title[question](count)}
      isBusy={false}
      isDirty={form.isDirty()}
      onSubmit={form.onSubmit(onChoose)}
    >
      <TenantSelect
        label={joins ? messages.tenant : messages.where}
        withAsterisk={joins}
        {...(!joins && { first: { value: '', label: messages.inProject } })}
        {...(tenantId && !joins && { description: messages.onlyMembers })}
        error={form.errors['tenantId']}
        value={joins ? tenantId || null : tenantId}
        onChange={(id) => form.setFieldValue('tenantId', id ?? '')}
      />
      <MultiSelect
        label={joins ? messages.tenantRoles : messages.roles}
        {...(joins && { description: messages.tenantRolesLead })}
        data={[...new Set(choices.map(({ name }) => name))]}
        searchable
        clearable
        limit={100}
        withAsterisk={!joins}
        {...form.getInputProps('roleNames')}
      />
    </FormModal>
  );
}
