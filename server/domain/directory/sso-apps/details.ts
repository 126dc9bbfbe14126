import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { foldName, readName } from '../../../core/names.ts';
import { isWebUrl } from '../../../core/url.ts';
import { mergeAttributeValues } from '../custom-attributes/read-values.ts';

/** What applications of every type have. */
export interface SsoAppDetails {
  name: string;
  description?: string;
  logo?: string;
  enabled?: boolean;
  /** By name. */
  customAttributes?: Record<string, unknown>;
}

const dataUrl = /^data:image\/(png|jpeg|gif|webp|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/;

/** Description and logo are empty when absent. E011002 and E011004 say what is wrong. */
export function readDetails({ name: text, description = '', logo = '' }: SsoAppDetails) {
  const name = readName(text);
  if (logo !== '' && !isWebUrl(logo) && !dataUrl.test(logo))
    throw new ServiceError('E011004', 'logo must be an http or https address, or a picture as a data: URL');
  return { name, foldedName: foldName(name), description, logo };
}

/** JSON of attributes as they are kept, in the transaction that keeps them. */
export async function attributesJson(
  ctx: ProjectContext,
  kept: Record<string, unknown>,
  changes: Record<string, unknown> = {},
): Promise<string> {
  return JSON.stringify(await mergeAttributeValues(ctx, kept, changes, 'ssoApp'));
}
