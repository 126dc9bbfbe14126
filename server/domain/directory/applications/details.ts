import { ServiceError } from '../../../core/errors.ts';
import { foldName, readShownName } from '../../../core/names.ts';
import { isWebUrl } from '../../../core/url.ts';

const dataUrl = /^data:image\/(png|jpeg|gif|webp|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/;

/** Validates what users see of an application. An absent description or logo becomes empty. E011002 and E011004 name the invalid field. */
export function readDetails({
  name: text,
  description = '',
  logo = '',
}: {
  name: string;
  description?: string | undefined;
  logo?: string | undefined;
}) {
  const name = readShownName(text);
  if (logo !== '' && !isWebUrl(logo) && !dataUrl.test(logo))
    throw new ServiceError('E011004', 'logo must be an http or https URL, or a picture as a data: URL');
  return { name, foldedName: foldName(name), description, logo };
}
