import type { ProjectContext, ProjectData } from '../../../../core/context.ts';
import type { ScopeMapping } from '../../../../core/project.ts';
import { readProject } from '../../../project/projects/load-project.ts';
import { updateProject } from '../../../project/projects/update-project.ts';
import { checkMappings } from './read-settings.ts';

/** Returns the claims that the project gives its scopes. */
export async function loadScopeMappings(ctx: ProjectData): Promise<ScopeMapping[]> {
  return (await readProject(ctx)).settings.scopeClaimMapping;
}

/** Replaces all mappings. Throws E011004 for a scope, claim or template that is not possible. */
export async function setScopeMappings(ctx: ProjectContext, mappings: ScopeMapping[]): Promise<void> {
  checkMappings('mappings', mappings);
  await updateProject(ctx, { scopeClaimMapping: mappings });
}

/** Returns the claims of a scope. Of several entries for one claim, the last counts. */
export function mappedClaims(mappings: ScopeMapping[], scope: string): Record<string, string> {
  const entries = mappings.filter((mapping) => mapping.scope === scope);
  return Object.assign({}, ...entries.map(({ claims }) => claims)) as Record<string, string>;
}
