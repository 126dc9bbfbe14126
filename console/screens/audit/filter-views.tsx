import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { Bookmark, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { auditMessages } from '../../components/events/messages.ts';
import {
  type ChangeView,
  defaults,
  type Filters,
  filtersOf,
  isFiltered,
  type View,
} from '../../components/events/view.ts';
import { FormModal } from '../../components/form-modal.tsx';
import { useDialogForm } from '../../components/use-dialog-form.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { builtInFilters, givenFilters, isShown, type SavedFilter, useSavedFilters } from './saved-filters.ts';

/** Offers filters by their names: those that everyone has, and those that the administrator saved. */
export function FilterViews({ view, change }: { view: View; change: ChangeView }) {
  const messages = useMessages(auditMessages);
  const { saved, isFull, save, remove } = useSavedFilters();
  const [isNaming, setIsNaming] = useState(false);
  const shown = filtersOf(view);
  const show = (filters: Partial<Filters>) => {
    const { range, from, to, oldestFirst } = view;
    change({ ...filtersOf(defaults), range, from, to, oldestFirst, ...filters, page: 1 });
  };
  const current = saved.find(({ filters }) => isShown(filters, shown));
  const isBuiltIn = builtInFilters.some(({ filters }) => isShown(filters, shown));
  return (
    <>
      <fieldset className="fields filter-views" aria-label={messages.savedFilters}>
        <Choice label={messages.allEvents} isShown={isShown({}, shown)} onShow={() => show({})} />
        {builtInFilters.map(({ id, filters }) => (
          <Choice
            key={id}
            label={messages.builtIn[id]}
            isShown={isShown(filters, shown)}
            onShow={() => show(filters)}
          />
        ))}
        {saved.map(({ name, filters }) => (
          <Choice key={name} label={name} isShown={name === current?.name} onShow={() => show(filters)} />
        ))}
        {current && (
          <Tooltip label={messages.deleteFilter(current.name)}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={messages.deleteFilter(current.name)}
              onClick={() => remove(current.name)}
            >
              <Trash2 size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
        {isFiltered(view) && !current && !isBuiltIn && !isFull && (
          <button type="button" className="filter-view mantine-focus-auto" onClick={() => setIsNaming(true)}>
            <Bookmark size={14} aria-hidden /> {messages.saveFilter}
          </button>
        )}
      </fieldset>
      <NameFilter
        opened={isNaming}
        onClose={() => setIsNaming(false)}
        onName={(name) => save({ name, filters: givenFilters(shown) } satisfies SavedFilter)}
      />
    </>
  );
}

function Choice({ label, isShown, onShow }: { label: string; isShown: boolean; onShow(): void }) {
  return (
    <button type="button" className="filter-view mantine-focus-auto" aria-pressed={isShown} onClick={onShow}>
      {label}
    </button>
  );
}

interface NameFilterProps {
  opened: boolean;
  onClose(): void;
  onName(name: string): void;
}

function NameFilter({ opened, onClose, onName }: NameFilterProps) {
  const messages = useMessages(auditMessages);
  const { save, errors } = useMessages(sharedMessages);
  const form = useDialogForm(opened, {
    initialValues: { name: '' },
    validate: { name: (name) => (name.trim() ? null : errors.required) },
  });
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      title={messages.saveFilter}
      action={save}
      isBusy={false}
      isDirty={form.isDirty()}
      onSubmit={form.onSubmit(({ name }) => {
        onName(name.trim());
        onClose();
      })}
    >
      <TextInput
        label={messages.filterName}
        description={messages.filterNameLead}
        maxLength={60}
        withAsterisk
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormModal>
  );
}
