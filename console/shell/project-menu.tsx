import { Button, Menu, ScrollArea, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { ChevronsUpDown, Plus } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { administration } from '../api/client.ts';
import { unwrap } from '../api/failure.ts';
import { Choice } from '../components/choice.tsx';
import { FormModal } from '../components/form-modal.tsx';
import { useNotify } from '../components/notify.tsx';
import { useMessages } from '../i18n/language.tsx';
import { sharedMessages } from '../i18n/shared-messages.ts';
import { useProject } from '../session/project.tsx';
import { useHasRole, useSession } from '../session/session.tsx';
import { useStep } from '../session/use-step.ts';
import { shellMessages } from './messages.ts';

const usualLength = '15';

/** Shows the open project and switches to another one. */
export function ProjectMenu() {
  const messages = useMessages(shellMessages);
  const { projects } = useSession();
  const { project } = useProject();
  const [, navigate] = useLocation();
  const mayCreate = useHasRole('owner');
  const [isCreating, { open, close }] = useDisclosure();
  const go = (projectId: string) => navigate(`/${projectId}/overview`);
  return (
    <>
      <Menu position="bottom-start" width={280}>
        <Menu.Target>
          <Button
            variant="default"
            size="xs"
            rightSection={<ChevronsUpDown size={14} aria-hidden />}
            aria-label={`${messages.project}: ${project.name}`}
            miw={0}
            maw={220}
          >
            <Text size="sm" truncate>
              {project.name}
            </Text>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <ScrollArea.Autosize mah={320}>
            {projects.map(({ id, name }) => (
              <Menu.Item
                key={id}
                onClick={() => go(id)}
                {...(id === project.id && { 'aria-current': true, fw: 600 })}
              >
                {name}
              </Menu.Item>
            ))}
          </ScrollArea.Autosize>
          {mayCreate && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<Plus size={14} aria-hidden />} onClick={open}>
                {messages.newProject}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {isCreating && (
        <NewProject
          onClose={close}
          onDone={(id) => {
            close();
            go(id);
          }}
        />
      )}
    </>
  );
}

function NewProject({ onClose, onDone }: { onClose(): void; onDone(id: string): void }) {
  const messages = useMessages(shellMessages);
  const { create } = useMessages(sharedMessages);
  const queries = useQueryClient();
  const notify = useNotify();
  const { problem, isBusy, run } = useStep();
  const [name, setName] = useState('');
  const [minLength, setMinLength] = useState<string>(usualLength);
  const save = () =>
    run(async () => {
      const { id } = await unwrap(administration.console.createProject(name.trim(), Number(minLength), ''));
      await queries.refetchQueries({ queryKey: ['session'] });
      notify.done(messages.projectCreated(name.trim()));
      onDone(id);
      return undefined;
    });
  return (
    <FormModal
      opened
      onClose={onClose}
      title={messages.newProjectTitle}
      action={create}
      isBusy={isBusy}
      isDirty={name !== '' || minLength !== usualLength}
      onSubmit={() => void save()}
    >
      <Text size="sm" c="dimmed">
        {messages.newProjectLead}
      </Text>
      <TextInput
        label={messages.projectName}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={problem}
        required
        data-autofocus
      />
      <Choice
        label={messages.passwordLength}
        value={minLength}
        onChange={setMinLength}
        options={[
          { value: '15', label: messages.passwordLengths.recommended },
          { value: '8', label: messages.passwordLengths.usual },
        ]}
      />
      <Text size="xs" c="dimmed">
        {messages.passwordLengthLead}
      </Text>
    </FormModal>
  );
}
