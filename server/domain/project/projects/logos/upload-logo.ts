import type { ProjectContext, ProjectData } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { type Branding, logoFolder } from '../../../../core/hosted-pages.ts';
import type { Project } from '../../../../core/project.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { toProject } from '../project.ts';
import { findProjectForUpdate } from '../store.ts';
import { isLogoPath, pathOfLogo, readLogo } from './logo.ts';
import { countLogos, deleteOtherLogos, findLogoNames, insertLogo, listLogos } from './store-logos.ts';

const day = 24 * 60 * 60_000;
/** The images of a project, with those that no setting names. */
const mostImages = 50;

/**
 * Stores an image, which the settings can name from then on, and returns its path. Images that the settings do not name
 * are deleted a day after their upload, with the next one. The lock keeps a change of the settings from naming one of
 * them meanwhile. Throws E011004 for a file that is no such image, and if there are too many.
 */
export async function uploadLogo(ctx: ProjectContext, image: string): Promise<string> {
  const logo = readLogo(image);
  return transaction(ctx, async (ctx) => {
    const { db, project } = ctx;
    const row = await findProjectForUpdate(db, project.id);
    if (!row) throw new Error(`project ${project.id} is gone`);
    const now = ctx.now();
    await insertLogo(db, project.id, logo, now);
    await deleteOtherLogos(db, project.id, [...namesIn(toProject(row)), logo.name], now - day);
    if ((await countLogos(db, project.id)) > mostImages)
      throw new ServiceError(
        'E011004',
        `image: a project has at most ${mostImages} images. Unused images are deleted after a day`,
      );
    return pathOfLogo(logo.name);
  });
}

/** Returns the uploaded images that the settings use, in Base64. */
export async function usedLogos(ctx: ProjectData): Promise<string[]> {
  const names = namesIn(ctx.project);
  const logos = names.length === 0 ? [] : await listLogos(ctx.db, ctx.project.id, names);
  return logos.map(({ content }) => content);
}

/** Throws E011004 if the settings name an image that was not uploaded. */
export async function checkLogos(ctx: ProjectData, branding: Partial<Branding> | undefined): Promise<void> {
  const named = [branding?.logoUrl ?? '', branding?.darkLogoUrl ?? ''].filter(isLogoPath).map(nameIn);
  const known = await findLogoNames(ctx.db, ctx.project.id, named);
  if (named.some((name) => !known.includes(name)))
    throw new ServiceError(
      'E011004',
      'logoUrl: the image was not found. Upload it first (project/logo/upload)',
    );
}

/** Returns the names of the uploaded images that the settings of a project use. */
function namesIn({ settings }: Project): string[] {
  const { logoUrl, darkLogoUrl } = settings.branding;
  return [...new Set([logoUrl, darkLogoUrl].filter(isLogoPath).map(nameIn))];
}

function nameIn(path: string): string {
  return path.slice(logoFolder.length);
}
