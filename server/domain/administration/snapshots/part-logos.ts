import { t } from '../../../http/schema.ts';
import { readProject } from '../../project/projects/load-project.ts';
import { readLogo } from '../../project/projects/logos/logo.ts';
import { insertLogo, listLogos } from '../../project/projects/logos/store-logos.ts';
import { namesIn } from '../../project/projects/logos/upload-logo.ts';
import { part } from './part.ts';
import { readFile } from './snapshot.ts';

const path = 'logos.json';
const file = t.object({
  images: t.list(t.text({ minLength: 1, maxLength: 180_000 }), { maxItems: 2 }),
});

/** The uploaded logos that the settings use. Their names follow from their content. */
export const logosPart = part({
  name: 'logos',
  paths: /^logos\.json$/,
  async export(ctx) {
    const names = namesIn(await readProject(ctx));
    if (names.length === 0) return {};
    const logos = await listLogos(ctx.db, ctx.project.id, names);
    return { [path]: { images: logos.map(({ content }) => content) } };
  },
  read: (value) => readFile(file, value),
  pathOf: () => path,
  async write({ ctx }, { images }) {
    for (const image of images) await insertLogo(ctx.db, ctx.project.id, readLogo(image), ctx.now());
  },
});
