import type { Project } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';

/** The credential of an administrator's programs: it permits every operation in its project, and none elsewhere. */
export interface ManagementKey {
  id: string;
  projectId: string;
  name: string;
  description: string;
  status: 'active' | 'inactive';
  /** Empty: any address. */
  permittedIps: string[];
  reBac: ReBac;
  createdAt: number;
  expiresAt: number | null;
  /** Precise to five minutes. */
  lastUsedAt: number | null;
}

/** The rights that a request asks for. */
export interface ReBac {
  companyRoles: string[];
  projectRoles: { projectIds: string[]; roles: string[] }[];
  tagRoles: { tags: string[]; roles: string[] }[];
}

/** The limit of live keys in one project. */
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
 * Checks the requested rights. Every key has full access to its own project, so a key with less or more access is
 * refused (E501001). A company role is equivalent, because no other project of the company is within reach of a
 * key.
 */
export function readReBac(project: Project, reBac: ReBac): ReBac {
  const { companyRoles, projectRoles, tagRoles } = reBac;
  const projectIds = projectRoles.flatMap((grant) => grant.projectIds);
  if (projectIds.some((id) => id !== project.id)) {
    throw new ServiceError('E011004', 'projectRoles can name only the project of the calling key');
  }
  const roles = [...companyRoles, ...projectRoles.flatMap((grant) => grant.roles)];
  const unknown = roles.filter((role) => role !== companyRole && role !== projectRole);
  if (tagRoles.length > 0) unknown.push(...tagRoles.flatMap((grant) => grant.roles), 'tagRoles');
  if (unknown.length > 0) {
    throw new ServiceError(
      'E501001',
      `Keys with less than full access are not supported: ${unknown.join(', ').slice(0, 200)}. Request ` +
        `${projectRole} instead`,
    );
  }
  if (roles.length > 0 && projectRoles.every((grant) => grant.projectIds.length > 0)) return reBac;
  throw new ServiceError(
    'E011004',
    `reBac is missing the rights of the key. Give projectRoles with ${projectRole} for this project`,
  );
}
