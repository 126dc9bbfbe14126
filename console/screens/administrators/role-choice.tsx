import { Radio, Select, Stack, Text } from '@mantine/core';
import type { ProjectRole, User } from '../../../client/client.ts';
import { administratorRoles } from '../../../client/constants.ts';
import { useMessages } from '../../i18n/language.tsx';
import { type Role, useSession } from '../../session/session.tsx';
import { administratorMessages } from './messages.ts';

/** The role in all projects, and those in single ones. */
export interface Rights {
  role: Role | '';
  projects: ProjectRole[];
}

export function rightsOf({ roleNames, userTenants }: User): Rights {
  return {
    role: highest(roleNames) ?? '',
    projects: userTenants.flatMap(({ tenantId: projectId, roleNames }) => {
      const role = highest(roleNames);
      return role && role !== 'owner' ? [{ projectId, role }] : [];
    }),
  };
}

function highest(roleNames: string[]): Role | undefined {
  return administratorRoles.findLast((role) => roleNames.includes(role));
}

/** Shows the rights in one line. */
export function RightsText({ rights: { role, projects } }: { rights: Rights }) {
  const messages = useMessages(administratorMessages);
  const session = useSession();
  const nameOf = (id: string) => session.projects.find((project) => project.id === id)?.name ?? id;
  const inProjects = projects.map((one) => `${nameOf(one.projectId)}: ${messages.roles[one.role]}`);
  return [...(role ? [messages.roles[role]] : []), ...inProjects].join(', ') || messages.noRole;
}

/** Chooses a role for all projects, or one for each project. */
export function RoleChoice({ value, onChange }: { value: Rights; onChange(rights: Rights): void }) {
  const messages = useMessages(administratorMessages);
  return (
    <>
      <Radio.Group
        label={messages.role}
        value={value.role}
        onChange={(role) => onChange({ ...value, role: role as Rights['role'] })}
      >
        <Stack gap="xs" mt="xs">
          {administratorRoles.toReversed().map((role) => (
            <Radio
              key={role}
              value={role}
              label={messages.roles[role]}
              description={messages.roleLeads[role]}
            />
          ))}
          <Radio value="" label={messages.someProjects} description={messages.someProjectsLead} />
        </Stack>
      </Radio.Group>
      {value.role !== 'owner' && (
        <ProjectRoles value={value.projects} onChange={(projects) => onChange({ ...value, projects })} />
      )}
    </>
  );
}

interface ProjectRolesProps {
  value: ProjectRole[];
  onChange(projects: ProjectRole[]): void;
}

function ProjectRoles({ value, onChange }: ProjectRolesProps) {
  const messages = useMessages(administratorMessages);
  const { projects } = useSession();
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {messages.inProjects}
      </Text>
      {projects.map(({ id, name }) => (
        <Select
          key={id}
          label={name}
          placeholder={messages.noRole}
          clearable
          data={administratorRoles
            .filter((role) => role !== 'owner')
            .map((role) => ({ value: role, label: messages.roles[role] }))}
          value={value.find(({ projectId }) => projectId === id)?.role ?? null}
          onChange={(role) => {
            const others = value.filter(({ projectId }) => projectId !== id);
            onChange(role ? [...others, { projectId: id, role: role as ProjectRole['role'] }] : others);
          }}
        />
      ))}
    </Stack>
  );
}
