import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { endpoint } from '../../../../http/endpoint.ts';
import { emptyObject, t } from '../../../../http/schema.ts';
import { readProject } from '../../../project/projects/load-project.ts';
import { updateProject } from '../../../project/projects/update-project.ts';
import { library } from '../releases.ts';
import { readStyles, writeStyles } from './style.ts';

/** The only theme of a project. */
const id = 'theme';
const maxNotes = 500;
const bodyLimitBytes = 1024 * 1024;

const template = t.object({
  id: t.text({ description: 'Always `theme`' }),
  cssTemplate: t.any({ description: '`{light, dark}`, each with `globals` and `components`' }),
});
const style = t.any({ description: '`{componentsVersion, references, styles{light, dark}}`' });
const notes = t.list(t.text(), {
  description: 'The values of the theme that have no counterpart, and are not kept',
});
const importDescription =
  'Sets the primary color of both schemes and the roundness of corners in the branding. Other values are not kept, and listed in `notes`.';

export const themeEndpoints = [
  endpoint({
    name: 'management.theme.export',
    method: 'POST',
    path: '/v1/mgmt/theme/export',
    summary: 'Export the theme of the components',
    description: 'The colors and corners of the branding. An empty color is the default.',
    auth: 'management',
    role: 'auditor',
    input: emptyObject,
    output: t.object({ theme: template }),
    errors: [],
    client: { parameters: [], returns: 'theme' },
    handle: async (ctx) => ({ theme: { id, cssTemplate: await currentStyles(ctx) } }),
  }),
  endpoint({
    name: 'management.theme.import',
    method: 'POST',
    path: '/v1/mgmt/theme/import',
    summary: 'Import a theme for the components',
    description: importDescription,
    auth: 'management',
    input: t.object({ theme: t.object({ id: t.reference(), cssTemplate: t.any() }) }),
    output: t.object({ theme: template, notes }),
    errors: ['E011004'],
    bodyLimitBytes,
    client: { parameters: ['theme'] },
    async handle(ctx, { theme }) {
      if (theme.id !== undefined && theme.id !== id)
        throw new ServiceError('E011004', `theme.id must be ${id}: a project has one theme. Leave it out`);
      const noted = await applyStyles(ctx, theme.cssTemplate, 'theme.cssTemplate');
      return { theme: { id, cssTemplate: await currentStyles(ctx) }, notes: noted };
    },
  }),
  endpoint({
    name: 'management.theme.exportV2',
    method: 'POST',
    path: '/v2/mgmt/theme/export',
    summary: 'Export the theme as a style document',
    description: 'The colors and corners of the branding, in the layout of the public Go SDK.',
    auth: 'management',
    role: 'auditor',
    input: emptyObject,
    output: t.object({ theme: style }),
    errors: [],
    client: { parameters: [], returns: 'theme' },
    handle: async (ctx) => ({ theme: await currentDocument(ctx) }),
  }),
  endpoint({
    name: 'management.theme.importV2',
    method: 'POST',
    path: '/v2/mgmt/theme/import',
    summary: 'Import a style document',
    description: importDescription,
    auth: 'management',
    input: t.object({
      theme: t.object({
        componentsVersion: t.optional(t.text()),
        references: t.optional(t.any()),
        styles: t.any(),
      }),
    }),
    output: t.object({ theme: style, notes }),
    errors: ['E011004'],
    bodyLimitBytes,
    client: { parameters: ['theme'] },
    async handle(ctx, { theme }) {
      const noted = await applyStyles(ctx, theme.styles, 'theme.styles');
      return { theme: await currentDocument(ctx), notes: noted };
    },
  }),
];

async function applyStyles(ctx: ProjectContext, styles: unknown, at: string): Promise<string[]> {
  const noted: string[] = [];
  const branding = readStyles(styles, at, (place) => {
    if (noted.length < maxNotes) noted.push(place.slice(0, 300));
  });
  if (Object.keys(branding).length > 0) await updateProject(ctx, { branding });
  return noted;
}

async function currentStyles(ctx: ProjectContext): Promise<object> {
  return writeStyles((await readProject(ctx)).settings.branding);
}

async function currentDocument(ctx: ProjectContext): Promise<object> {
  return { componentsVersion: library.version, references: {}, styles: await currentStyles(ctx) };
}
