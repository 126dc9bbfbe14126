import type { Project } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';

/** What an administrator's programs show: it may do everything in its project, and nothing elsewhere. */
export interface ManagementKey {
  id: string;
  projectId: string;
  name: string;
  description: string;
  status: 'active' | 'inactive';
  /** Empty: from everywhere. */
  permittedIps: string[];
  reBac: ReBac;
  createdAt: number;
  expiresAt: number | null;
  /** To within five minutes. */
  lastUsedAt: number | null;
}

/** What a key may do, as it was asked for. */
export interface ReBac {
  companyRoles: string[];
  projectRoles: { projectIds: string[]; roles: string[] }[];
  tagRoles: { tags: string[]; roles: string[] }[];
}

/** Live keys of one project. */
export const maxLiveKeys = 20;

export const projectRole = 'project-full-access';
export const companyRole = 'company-full-access';

export function fullAccess(projectId: string): ReBac {
  return {
    companyRoles: [],
    projectRoles: [{ projectIds: [projectId], roles: [projectRole] }],
    tagRoles: [],
  };
}

/**
 * Every key may do everything in its own project, so a key that should do less, or more, is not made: E501001. Who
 * asks for a role of the company gets the same, since a company has no other project within reach of a key.
 */
export function readReBac(project: Project, reBac: ReBac): ReBac {
  const { companyRoles, projectRoles, tagRoles } = reBac;
  const projectIds = projectRoles.flatMap((grant) => grant.projectIds);
  if (projectIds.some((id) => id !== project.id)) {
    throw new ServiceError('E011004', 'projectRoles can name no other project than that of the calling key');
  }
  const roles = [...companyRoles, ...projectRoles.flatMap((grant) => grant.roles)];
  const unknown = roles.filter((role) => role !== companyRole && role !== projectRole);
  if (tagRoles.length > 0) unknown.push(...tagRoles.flatMap((grant) => grant.roles), 'tagRoles');
  if (unknown.length > 0) {
    throw new ServiceError(
      'E501001',
      `Keys with less than full access are not made: ${unknown.join(', ').slice(0, 200)}. Ask for ${projectRole}`,
    );
  }
  if (roles.length > 0 && projectRoles.every((grant) => grant.projectIds.length > 0)) return reBac;
  throw new ServiceError(
    'E011004',
    `reBac must say what the key may do: projectRoles with ${projectRole} for this project`,
  );
}
