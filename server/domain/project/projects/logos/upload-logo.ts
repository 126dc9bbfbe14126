import type { Project, ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import type { Branding } from '../../../../core/hosted-pages.ts';
import { isLogoPath, logoFolder, pathOfLogo, readLogo } from './logo.ts';
import { deleteOtherLogos, findLogoNames, insertLogo, listLogos } from './store-logos.ts';

const day = 24 * 60 * 60_000;

/**
 * Stores an image, which the settings can name from then on, and returns its path. Images that the settings do not name
 * are deleted a day after their upload, with the next one.
 */
export async function uploadLogo(ctx: ProjectContext, image: string): Promise<string> {
  const logo = readLogo(image);
  const now = ctx.now();
  await insertLogo(ctx.db, ctx.project.id, logo, now);
  await deleteOtherLogos(ctx.db, ctx.project.id, [...namesIn(ctx.project), logo.name], now - day);
  return pathOfLogo(logo.name);
}

/** Returns the uploaded images that the settings use, in Base64. */
export async function usedLogos(ctx: ProjectContext): Promise<string[]> {
  const names = namesIn(ctx.project);
  const logos = names.length === 0 ? [] : await listLogos(ctx.db, ctx.project.id, names);
  return logos.map(({ content }) => content);
}

/** Throws E011004 if the settings name an image that was not uploaded. */
export async function checkLogos(
  ctx: ProjectContext,
  branding: Partial<Branding> | undefined,
): Promise<void> {
  const named = [branding?.logoUrl ?? '', branding?.darkLogoUrl ?? ''].filter(isLogoPath).map(nameIn);
  const known = await findLogoNames(ctx.db, ctx.project.id, named);
  if (named.some((name) => !known.includes(name)))
    throw new ServiceError('E011004', 'logoUrl: there is no such image. Upload it (project/logo/upload)');
}

/** Returns the names of the uploaded images that the settings of a project use. */
function namesIn({ settings }: Project): string[] {
  const { logoUrl, darkLogoUrl } = settings.branding;
  return [...new Set([logoUrl, darkLogoUrl].filter(isLogoPath).map(nameIn))];
}

function nameIn(path: string): string {
  return path.slice(logoFolder.length);
}
