import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { foldName, readShownName } from '../../../core/names.ts';
import { isWebUrl } from '../../../core/url.ts';
import { mergeAttributeValues } from '../custom-attributes/read-values.ts';

/** The details that applications of every type have. */
export interface SsoAppDetails {
  name: string;
  description?: string;
  logo?: string;
  enabled?: boolean;
  /** Values by attribute name. */
  customAttributes?: Record<string, unknown>;
}

const dataUrl = /^data:image\/(png|jpeg|gif|webp|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/;

/** Validates details. An absent description or logo becomes empty. E011002 and E011004 name the invalid field. */
export function readDetails({ name: text, description = '', logo = '' }: SsoAppDetails) {
  const name = readShownName(text);
  if (logo !== '' && !isWebUrl(logo) && !dataUrl.test(logo))
    throw new ServiceError('E011004', 'logo must be an http or https URL, or a picture as a data: URL');
  return { name, foldedName: foldName(name), description, logo };
}

/** Returns the attributes as stored JSON. Part of the transaction that stores them. */
export async function attributesJson(
  ctx: ProjectContext,
  kept: Record<string, unknown>,
  changes: Record<string, unknown> = {},
): Promise<string> {
  return JSON.stringify(await mergeAttributeValues(ctx, kept, changes, 'ssoApp'));
}
