import type { Flow } from '../use-flow.ts';

/** The part of an exported flow that is imported. */
export interface FlowFile {
  flow: Partial<Flow>;
}

/**
 * Reads a file that the console or the API has exported. Leaves out what belongs to the place where it was exported. Returns
 * undefined if it contains no flow. The server checks the definition.
 */
export function readFlowFile(text: string): FlowFile | undefined {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(content) || !isObject(content['flow'])) return undefined;
  const { id, name, description, dsl, disabled } = content['flow'] as Record<string, unknown>;
  if (!isObject(dsl)) return undefined;
  return {
    flow: {
      ...(typeof id === 'string' && { id }),
      ...(typeof name === 'string' && { name }),
      ...(typeof description === 'string' && { description }),
      dsl: dsl as unknown as Flow['dsl'],
      disabled: disabled === true,
    },
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
