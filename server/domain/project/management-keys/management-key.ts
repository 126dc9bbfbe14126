import { ServiceError } from '../../../core/errors.ts';
import { instanceRole, type KeyRights, type KeyRole, keyRoles } from '../../../core/key-rights.ts';
import type { Project } from '../../../core/project.ts';

/** The credential of an administrator's programs: it permits operations in its project, and with rights over the instance those on projects. */
export interface ManagementKey {
  id: string;
  projectId: string;
  name: string;
  description: string;
  status: 'active' | 'inactive';
  /** The allowed networks; empty for any address. */
  permittedIps: string[];
  reBac: ReBac;
  createdAt: number;
  expiresAt: number | null;
  /** Precise to five minutes. */
  lastUsedAt: number | null;
}

export interface ProjectGrant {
  projectIds: string[];
  roles: string[];
  /** Limits a role with less than full access to tenants. Absent: all tenants. */
  tenantIds?: string[] | undefined;
}

/** The rights that a request asks for. */
export interface ReBac {
  companyRoles: string[];
  projectRoles: ProjectGrant[];
  tagRoles: { tags: string[]; roles: string[] }[];
}

/** The limit of live keys in one project. */
export const maxLiveKeys = 20;

export const projectRole = 'project-full-access';

export function fullAccess(projectId: string): ReBac {
  return {
    companyRoles: [],
    projectRoles: [{ projectIds: [projectId], roles: [projectRole] }],
    tagRoles: [],
  };
}

/** Full access to the project, and rights over the instance. */
export function instanceAccess(projectId: string): ReBac {
  return { ...fullAccess(projectId), companyRoles: [instanceRole] };
}

export function isInstanceKey({ companyRoles }: ReBac): boolean {
  return companyRoles.includes(instanceRole);
}

/** Returns a key's limited rights, or `undefined` for full access to the project, which the role over the instance includes. */
export function rightsOf({ companyRoles, projectRoles }: ReBac): KeyRights | undefined {
  const isFull = projectRoles.some(({ roles }) => roles.includes(projectRole));
  if (isFull || companyRoles.includes(instanceRole)) return undefined;
  const [grant] = projectRoles;
  return {
    roles: keyRoles.filter((role) => grant?.roles.includes(role)),
    ...(grant?.tenantIds && { tenantIds: grant.tenantIds }),
  };
}

/** Checks the requested rights. Returns them in the form in which they are stored. */
export function readReBac(project: Project, { companyRoles, projectRoles, tagRoles }: ReBac): ReBac {
  if (projectRoles.some(({ projectIds }) => projectIds.some((id) => id !== project.id))) {
    throw new ServiceError('E011004', 'projectRoles can contain only the project of the calling key');
  }
  const unknown = [
    ...companyRoles.filter((role) => role !== instanceRole),
    ...projectRoles.flatMap(({ roles }) => roles).filter((role) => !knownRoles.has(role)),
    ...(tagRoles.length > 0 ? [...tagRoles.flatMap(({ roles }) => roles), 'tagRoles'] : []),
  ];
  if (unknown.length > 0) {
    throw new ServiceError(
      'E501001',
      `Management keys cannot have the roles ${unknown.join(', ').slice(0, 200)}. Request one of ` +
        [...knownRoles].join(', '),
    );
  }
  const roles = [...companyRoles, ...projectRoles.flatMap((grant) => grant.roles)];
  if (roles.length === 0 || projectRoles.some((grant) => grant.projectIds.length === 0)) {
    throw new ServiceError(
      'E011004',
      `reBac is missing the rights of the key. Give projectRoles with ${projectRole} for this project`,
    );
  }
  const isLimited = (role: string) => keyRoles.includes(role as KeyRole);
  if (!roles.some(isLimited)) return readFullAccess({ companyRoles, projectRoles, tagRoles });
  if (!roles.every(isLimited) || projectRoles.length > 1) {
    throw new ServiceError(
      'E011004',
      `reBac can combine ${keyRoles.join(' and ')} in one entry of projectRoles, and neither of them with another role`,
    );
  }
  const [{ tenantIds } = { tenantIds: undefined }] = projectRoles;
  if (tenantIds?.length === 0) {
    throw new ServiceError(
      'E011004',
      'tenantIds must contain at least one tenant. Leave it out for all tenants',
    );
  }
  return { companyRoles, projectRoles, tagRoles };
}

const knownRoles = new Set<string>([projectRole, ...keyRoles]);

function readFullAccess(reBac: ReBac): ReBac {
  if (reBac.projectRoles.every(({ tenantIds }) => tenantIds === undefined)) return reBac;
  throw new ServiceError(
    'E011004',
    `tenantIds cannot limit ${projectRole}. Request ${keyRoles.join(' or ')} with them`,
  );
}
