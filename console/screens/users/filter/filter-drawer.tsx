import { Button, Drawer, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useClearCorner } from '../../../components/notify.tsx';
import { emptyFilter, type Filter, filterIn, type View } from '../../../components/users/view.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { filterMessages } from './messages.ts';
import { AttributesSection, GrantsSection, PeopleSection, SignInSection, TimeSection } from './sections.tsx';

interface FilterDrawerProps {
  opened: boolean;
  onClose(): void;
  view: View;
  onApply(filter: Filter): void;
}

/** Every filter of the search. They are applied together, so one step back in the history removes them all. */
export function FilterDrawer({ opened, onClose, view, onApply }: FilterDrawerProps) {
  const messages = useMessages(filterMessages);
  useClearCorner(opened);
  return (
    <Drawer opened={opened} onClose={onClose} position="right" title={messages.filters} size="md">
      <FilterForm
        view={view}
        onApply={(filter) => {
          onApply(filter);
          onClose();
        }}
      />
    </Drawer>
  );
}

function FilterForm({ view, onApply }: Pick<FilterDrawerProps, 'view' | 'onApply'>) {
  const messages = useMessages(filterMessages);
  const { reset } = useMessages(sharedMessages);
  const form = useForm<Filter>({ initialValues: filterIn(view) });
  return (
    <form onSubmit={form.onSubmit((filter) => onApply(filter))}>
      <Stack gap="lg">
        <PeopleSection form={form} />
        <GrantsSection form={form} />
        <SignInSection form={form} />
        <TimeSection form={form} />
        <AttributesSection form={form} />
        <Group
          justify="flex-end"
          pos="sticky"
          bottom={0}
          py="sm"
          bg="var(--mantine-color-body)"
          style={{ zIndex: 2 }}
        >
          <Button variant="default" onClick={() => form.setValues(emptyFilter)}>
            {reset}
          </Button>
          <Button type="submit">{messages.apply}</Button>
        </Group>
      </Stack>
    </form>
  );
}
