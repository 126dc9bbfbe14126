import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../../core/config.ts';

/** The folder of a clone, which `npm start` fills for all data folders. Not part of the published package. */
const folderOfClone = fileURLToPath(new URL('../../../../dist/components', import.meta.url));

type Settings = Pick<Config, 'componentsFolder' | 'dataDir'>;

/** Returns the folder in which the command installs the components. */
export function installationFolder({ componentsFolder, dataDir }: Settings): string {
  return componentsFolder ?? join(dataDir, 'components');
}

/** Returns the folders in which the server looks for the components. */
export function componentFolders(config: Settings): string[] {
  return [installationFolder(config), ...(config.componentsFolder ? [] : [folderOfClone])];
}
