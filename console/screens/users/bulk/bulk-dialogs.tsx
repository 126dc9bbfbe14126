import { MultiSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { User } from '../../../../client/client.ts';
import { Confirm } from '../../../parts/confirm.tsx';
import { FormModal } from '../../../parts/form-modal.tsx';
import { TenantSelect } from '../../../parts/tenant-select.tsx';
import { everywhere } from '../../../words/everywhere.ts';
import { useWords } from '../../../words/language.tsx';
import { useRoles } from '../lookups.ts';
import {
  addRolesAction,
  addTenantAction,
  type BulkAction,
  deleteAction,
  logoutAction,
  type Place,
  removeRolesAction,
} from './actions.ts';
import { bulkWords } from './words.ts';

export type BulkQuestion = 'addRoles' | 'removeRoles' | 'addTenant' | 'logout' | 'delete';

interface BulkDialogsProps {
  question: BulkQuestion | undefined;
  users: User[];
  onClose(): void;
  onRun(action: BulkAction, users: User[]): void;
}

/** What is asked before something is done with users. */
export function BulkDialogs({ question, users, onClose, onRun }: BulkDialogsProps) {
  const words = useWords(bulkWords);
  const { delete: deleteWord } = useWords(everywhere);
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
            onRun(placeActions[question](words, place), users);
          }}
        />
      )}
      <Confirm
        opened={question === 'logout'}
        onClose={onClose}
        title={words.logoutTitle(count)}
        action={words.logoutAction}
        onConfirm={() => onRun(logoutAction(words), users)}
      >
        {words.logoutLead}
      </Confirm>
      <Confirm
        opened={question === 'delete'}
        onClose={onClose}
        title={words.deleteTitle(count)}
        action={deleteWord}
        typed={String(count)}
        onConfirm={() => onRun(deleteAction(words), users)}
      >
        {words.deleteLead}
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
  const words = useWords(bulkWords);
  const { errors } = useWords(everywhere);
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
    addRoles: words.rolesTitle,
    removeRoles: words.rolesRemoveTitle,
    addTenant: words.tenantTitle,
  };
  return (
    <FormModal
      opened
      onClose={onClose}
      title={title[question](count)}
      action={question === 'removeRoles' ? words.removeRoles.replace(' …', '') : title[question](count)}
      isBusy={false}
      onSubmit={form.onSubmit(onChoose)}
    >
      <TenantSelect
        label={joins ? words.tenant : words.where}
        withAsterisk={joins}
        {...(!joins && { first: { value: '', label: words.inProject } })}
        {...(tenantId && !joins && { description: words.onlyMembers })}
        error={form.errors['tenantId']}
        value={joins ? tenantId || null : tenantId}
        onChange={(id) => form.setFieldValue('tenantId', id ?? '')}
      />
      <MultiSelect
        label={joins ? words.tenantRoles : words.roles}
        {...(joins && { description: words.tenantRolesLead })}
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
