import { type AdministratorRole, administratorRoles } from '../../../core/administration.ts';
import type { UserContext } from '../../../core/context.ts';
import type { Project } from '../../../core/project.ts';
import { readVersion } from '../../../core/version.ts';
import { type Static, t } from '../../../http/schema.ts';
import { roleIn } from './administrator.ts';
import type { Console } from './load-console.ts';

const project = t.object(
  {
    id: t.text(),
    name: t.text(),
    tags: t.list(t.text()),
    createdTime: t.integer({ description: 'Seconds since 1970' }),
    role: t.choice([...administratorRoles], { description: 'The role of the administrator in the project' }),
  },
  { $id: 'ConsoleProject' },
);

export const consoleOutput = t.object({
  administrator: t.object({
    userId: t.text(),
    loginId: t.text({ description: 'The login ID, which audit logs show' }),
    name: t.text(),
    email: t.text(),
    role: t.choice(['', ...administratorRoles], {
      description: 'The role in all projects. Empty if they have none',
    }),
  }),
  hasPassword: t.flag(),
  hasTotp: t.flag(),
  hasPasskey: t.flag(),
  awaitsRecoveryCode: t.flag({ description: 'True if a recovery code can complete this sign-in' }),
  isComplete: t.flag({
    description: 'True once the second factor is done. Until then, the administrator has no access.',
  }),
  projects: t.list(project, {
    maxItems: 10_000,
    description: 'The projects in which the administrator has a role, oldest first',
  }),
  mode: t.choice(['development', 'production']),
  holdsMessages: t.flag({
    description: 'True if the instance sends no messages, because `LATCHKEY_HOLD_MESSAGES` is set',
  }),
  version: t.text(),
});

export const projectOutput = t.object({ project });

const version = readVersion();

export function consoleToWire(
  { mode, holdsMessages }: UserContext,
  console: Console,
): Static<typeof consoleOutput> {
  const { administrator, hasPassword, hasTotp, hasPasskey, awaitsRecoveryCode, projects } = console;
  const { userId, loginId, name, email, role = '', isComplete } = administrator;
  return {
    administrator: { userId, loginId, name, email, role },
    hasPassword,
    hasTotp,
    hasPasskey,
    awaitsRecoveryCode,
    isComplete,
    mode,
    holdsMessages,
    version,
    projects: projects.map((project) => projectToWire(project, roleIn(administrator, project.id))),
  };
}

export function projectToWire(
  { id, name, tags, createdAt }: Project,
  role: AdministratorRole = 'auditor',
): Static<typeof project> {
  return { id, name, tags, createdTime: Math.floor(createdAt / 1000), role };
}

/** The roles of an administrator, in all projects and in single ones. */
export const rolesInput = t.object({
  userId: t.text({ maxLength: 64, emptyIsAbsent: true }),
  role: t.choice(['', ...administratorRoles], { description: 'The role in all projects. Empty: none' }),
  projects: t.list(
    t.object(
      {
        projectId: t.text({ maxLength: 64 }),
        role: t.choice(administratorRoles.filter((role) => role !== 'owner')),
      },
      { $id: 'ProjectRole' },
    ),
    { maxItems: 100, description: 'The roles in single projects, at most one for each' },
  ),
});
