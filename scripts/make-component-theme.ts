import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeBaseTheme } from '../test/components/base-theme.ts';

/** Writes the theme of the library in the version of this build. Run it after changing that version. */
const path = join(import.meta.dirname, '../server/domain/pages/components/theme/base-theme.json');
writeFileSync(path, await makeBaseTheme());
