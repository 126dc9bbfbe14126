import type { ProjectSettings } from '../../../client/client.ts';

export type BrandingValues = ProjectSettings['branding'];
