import type { Project, ProjectSettings } from '../../core/context.ts';

/** Lifetimes: see `docs/security.md`. */
export const defaultSettings: ProjectSettings = {
  redirectUrls: [],
  signingAlgorithm: 'RS256',
  sessionLifetimeSeconds: 10 * 60,
  refreshIdleSeconds: 14 * 24 * 60 * 60,
  refreshLifetimeSeconds: 30 * 24 * 60 * 60,
};

export function toProject(row: { id: string; name: string; tags: string; settings: string }): Project {
  const stored = JSON.parse(row.settings) as Partial<ProjectSettings>;
  return {
    id: row.id,
    name: row.name,
    tags: JSON.parse(row.tags) as string[],
    settings: { ...defaultSettings, ...stored },
  };
}
