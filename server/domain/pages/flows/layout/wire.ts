import { t } from '../../../../http/schema.ts';

const rule = t.object({ interactionId: t.optional(t.text()), taskId: t.optional(t.text()) });
const task = t.object({
  id: t.text({ maxLength: 200 }),
  name: t.optional(t.text()),
  type: t.optional(t.text()),
  action: t.optional(t.text()),
  screenId: t.optional(t.text()),
  next: t.optional(t.object({ rules: t.optional(t.list(rule)) })),
  arguments: t.optional(t.map(t.any())),
  errorHandlingV2: t.optional(t.map(t.any())),
  view: t.optional(t.any()),
});
const node = t.object({
  type: t.optional(t.object({ resolvedName: t.optional(t.text()) })),
  props: t.optional(t.map(t.any())),
  nodes: t.optional(t.list(t.text())),
});
const screen = t.object({
  screenId: t.text({ maxLength: 200 }),
  contents: t.optional(t.map(node, { maxProperties: 2_000 })),
  interactions: t.optional(t.any()),
});

export const layoutInput = t.object({
  flowId: t.text({ minLength: 1, maxLength: 64, description: 'Lowercase words with hyphens' }),
  metadata: t.map(t.any()),
  contents: t.object({
    startTask: t.text({ maxLength: 200 }),
    tasks: t.map(task, { maxProperties: 1_000 }),
  }),
  screens: t.optional(t.list(screen, { maxItems: 200 })),
  references: t.optional(t.any()),
});
