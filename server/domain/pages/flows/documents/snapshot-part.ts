import type { Static } from '../../../../http/schema.ts';
import { t } from '../../../../http/schema.ts';
import { part, readFile } from '../../../snapshot-part.ts';
import { toDocument } from './document.ts';
import { importFlow } from './import-flow.ts';
import { readFlows } from './load-flows.ts';
import { documentSchema } from './wire.ts';

const file = t.object({
  id: t.text({ minLength: 1, maxLength: 64 }),
  name: t.text({ minLength: 1, maxLength: 100 }),
  description: t.text({ maxLength: 1_000 }),
  disabled: t.flag(),
  dsl: documentSchema,
});

/** The flows that the project has changed or added. */
export const flowsPart = part<Static<typeof file>>({
  name: 'flows',
  paths: /^flows\/[a-z][a-z0-9-]*\.json$/,
  after: ['settings'],
  async export(ctx) {
    const changed = [...(await readFlows(ctx)).values()].filter(({ isChanged }) => isChanged);
    const files = changed.map((flow) => {
      const { id, name, description, isDisabled } = flow;
      return [pathOf(id), { id, name, description, disabled: isDisabled, dsl: toDocument(flow) }];
    });
    return Object.fromEntries(files);
  },
  read: (value) => readFile(file, value),
  pathOf: ({ id }) => pathOf(id),
  async write({ ctx }, { id, name, description, disabled, dsl }) {
    await importFlow(ctx, id, { name, description, disabled, document: dsl, mayNameOtherMethods: true });
  },
});

function pathOf(id: string): string {
  return `flows/${id}.json`;
}
