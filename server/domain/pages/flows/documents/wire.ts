import { signInMethods } from '../../../../core/hosted-pages.ts';
import { t } from '../../../../http/schema.ts';
import { documentFormat } from './document.ts';

const interaction = t.object({
  does: t.text({ maxLength: 100, description: 'The action' }),
  to: t.list(t.text({ maxLength: 100 }), { description: 'The screens that can follow, or `done`' }),
});

export const documentSchema = t.object({
  format: t.text({ description: `\`${documentFormat}\`` }),
  base: t.text({ maxLength: 100, description: 'The built-in flow whose purpose it has' }),
  start: t.text({ maxLength: 100, description: 'The first screen' }),
  methods: t.optional(
    t.list(t.choice([...signInMethods]), {
      minItems: 1,
      description: 'The ways to sign in, in display order. Absent: those of the project',
    }),
  ),
  texts: t.optional(
    t.map(t.map(t.map(t.text({ maxLength: 1_000 }))), {
      description: 'Texts that replace ours, by screen, element and language',
    }),
  ),
  screens: t.map(t.map(interaction), { description: 'The interactions, by screen and ID' }),
});

const any = (description: string) => t.optional(t.any({ description }));

/** The ID of a flow in a request. */
export const flowIdInput = t.text({
  minLength: 1,
  maxLength: 64,
  description: 'Lowercase words with hyphens',
});

export const flowInput = t.object({
  id: t.reference({ maxLength: 64, description: 'Must be the same as `flowId`, if it is given' }),
  name: t.reference({ maxLength: 100, description: 'Absent: stays as it is, or is the name of the base' }),
  description: t.optional(t.text({ maxLength: 1_000 })),
  dsl: t.any({ description: 'The flow as `export` returns it (format `latchkey-flow/1`)' }),
  disabled: t.optional(t.flag({ description: 'The flow cannot be started. Absent: stays as it is' })),
  etag: t.reference({
    description:
      'From `export`. If the flow has changed since, the import fails with E011012. Absent: replaces whatever there is',
  }),
});

export const screenInput = t.object({
  id: t.text({ maxLength: 100 }),
  flowId: t.reference({ maxLength: 64 }),
  inputs: any('As `export` returns it, or absent'),
  interactions: any('As `export` returns it, or absent'),
  htmlTemplate: any('As `export` returns it, or absent. Latchkey writes the HTML itself'),
  texts: any('As `export` returns it, or absent. Replace a text in `dsl.texts`'),
});

export const flowImportInput = t.object({
  flowId: flowIdInput,
  flow: flowInput,
  screens: t.optional(
    t.list(screenInput, { maxItems: 100, description: 'Unchanged from `export`, or absent' }),
  ),
});

export const flowExportOutput = t.object({
  flow: t.object({
    id: t.text(),
    name: t.text(),
    description: t.text(),
    dsl: t.any({ description: 'The flow in the format `latchkey-flow/1` (docs/flows.md)' }),
    disabled: t.flag(),
    etag: t.text({ description: 'Changes with each change of the flow' }),
  }),
  screens: t.list(
    t.object({
      id: t.text({ description: 'The screen, as in `dsl.screens`' }),
      flowId: t.text(),
      inputs: t.list(t.object({ name: t.text(), label: t.text(), required: t.flag() })),
      interactions: t.list(
        t.object({
          id: t.text(),
          label: t.text({ description: 'The label is empty if no button has the interaction' }),
        }),
      ),
      htmlTemplate: t.text({
        maxLength: 262_144,
        description: 'The screen in the language of the project, for reading',
      }),
      texts: t.list(t.object({ id: t.text(), text: t.text() }), {
        description: 'The texts that `dsl.texts` can replace, in the language of the project',
      }),
    }),
  ),
});
