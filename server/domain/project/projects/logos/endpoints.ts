import { endpoint } from '../../../../http/endpoint.ts';
import { t } from '../../../../http/schema.ts';
import { uploadLogo } from './upload-logo.ts';

export const logoEndpoints = [
  endpoint({
    name: 'management.project.uploadLogo',
    method: 'POST',
    path: '/v1/mgmt/project/logo/upload',
    summary: 'Upload a logo for the pages of the project',
    description:
      'Returns a path. It takes effect when `logoUrl` or `darkLogoUrl` of the branding contains it. An image ' +
      'that is not used for a day is deleted.',
    auth: 'management',
    input: t.object({
      image: t.text({
        minLength: 1,
        maxLength: 180_000,
        description: 'A PNG, JPEG, WebP or SVG image of up to 128 KiB, in Base64',
      }),
    }),
    output: t.object({ path: t.text({ description: 'The path of the image on this server' }) }),
    errors: ['E011004'],
    bodyLimitBytes: 256 * 1024,
    client: { parameters: ['image'], returns: 'path' },
    handle: async (ctx, { image }) => ({ path: await uploadLogo(ctx, image) }),
  }),
];
