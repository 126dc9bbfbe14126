import type { Client } from '../../../client/client.ts';

export type ListedFlow = Extract<
  Awaited<ReturnType<Client['management']['flow']['list']>>,
  { ok: true }
>['data'][number];

/** A built-in flow, one that the project has changed, or one that it has added. */
export type FlowKind = 'builtIn' | 'changed' | 'own';

export function kindOf({ builtIn, changed }: ListedFlow): FlowKind {
  if (!builtIn) return 'own';
  return changed ? 'changed' : 'builtIn';
}

/** Reports whether a flow can have this ID: lowercase words with hyphens. */
export function isFlowId(text: string): boolean {
  return text.length <= 64 && /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(text);
}
