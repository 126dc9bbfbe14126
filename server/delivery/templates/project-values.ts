import type { ProjectContext } from '../../core/context.ts';
import { logoAddress } from '../../core/hosted-pages.ts';
import { paletteOf } from '../../core/palette.ts';
import type { Values } from './render.ts';

const card = '#ffffff';
const defaults = { primaryColor: '#2853b8', backgroundColor: '#f7f8fa' };

/**
 * Returns the project's name and appearance for a template. Mails use the light scheme, as clients derive a dark one
 * from it.
 */
export function projectValues({ baseUrl, project }: ProjectContext): Values {
  const { primaryColor, darkPrimaryColor, backgroundColor } = project.settings.branding;
  const palette = paletteOf(primaryColor || darkPrimaryColor || defaults.primaryColor, 'light', card);
  const logo = logoOf(project);
  return {
    name: project.name,
    logo: logo && new URL(logo, baseUrl).href,
    color: palette.primary,
    textOnColor: palette.onPrimary,
    linkColor: palette.accent,
    background: backgroundColor || defaults.backgroundColor,
  };
}

/** Returns the address or the path of the logo, empty when the project has none. */
export function logoOf({ id, settings }: ProjectContext['project']): string {
  const { logoUrl, darkLogoUrl } = settings.branding;
  return logoAddress(id, logoUrl || darkLogoUrl);
}
