import type { FlowDefinition } from './flow.ts';

const all: FlowDefinition[] = [
  { id: 'sign-up-or-in', name: 'Sign up or in', version: 1, start: 'sign-up-or-in', startsAtOnce: false },
  { id: 'sign-in', name: 'Sign in', version: 1, start: 'sign-in', startsAtOnce: false },
  { id: 'sign-up', name: 'Sign up', version: 1, start: 'sign-up', startsAtOnce: false },
  { id: 'step-up', name: 'Confirm that it’s you', version: 1, start: 'unavailable', startsAtOnce: true },
];

/** The built-in flows, by their ID. */
export const flows: ReadonlyMap<string, FlowDefinition> = new Map(all.map((flow) => [flow.id, flow]));
