import type { ProjectImportSnapshotInput, ProjectValidateSnapshotAnswer } from '../../../client/client.ts';
import { snapshotSecrets } from '../../../client/constants.ts';

export interface NeededSecret {
  kind: (typeof snapshotSecrets)[number];
  id: string;
  name: string;
  type: string;
}

/** The entered secrets by `keyOf`. */
export type Secrets = Record<string, string>;

type InputSecrets = NonNullable<ProjectImportSnapshotInput['inputSecrets']>;

export function keyOf({ kind, id, type }: NeededSecret): string {
  return JSON.stringify([kind, id, type]);
}

export function neededSecrets({ missingSecrets }: ProjectValidateSnapshotAnswer): NeededSecret[] {
  return snapshotSecrets.flatMap((kind) =>
    missingSecrets[kind].map(({ id, name, type }) => ({ kind, id, name, type })),
  );
}

export function secretsToApi(secrets: Secrets): InputSecrets {
  const given: InputSecrets = {};
  for (const [key, value] of Object.entries(secrets)) {
    if (!value) continue;
    const [kind, id, type] = JSON.parse(key) as [NeededSecret['kind'], string, string];
    given[kind] = [...(given[kind] ?? []), { id, type, value }];
  }
  return given;
}
