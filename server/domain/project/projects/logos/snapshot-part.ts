import { t } from '../../../../http/schema.ts';
import { part, readFile } from '../../../snapshot-part.ts';
import { uploadLogo, usedLogos } from './upload-logo.ts';

const path = 'logos.json';
const file = t.object({
  images: t.list(t.text({ minLength: 1, maxLength: 180_000 }), { maxItems: 2 }),
});

/** The uploaded logos that the settings use. Their names follow from their content. */
export const logosPart = part({
  name: 'logos',
  paths: /^logos\.json$/,
  async export(ctx) {
    const images = await usedLogos(ctx);
    return images.length === 0 ? {} : { [path]: { images } };
  },
  read: (value) => readFile(file, value),
  pathOf: () => path,
  async write({ ctx }, { images }) {
    for (const image of images) await uploadLogo(ctx, image);
  },
});
