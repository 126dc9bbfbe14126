import { auth0 } from './auth0.ts';
import { keycloak } from './keycloak.ts';
import type { Source } from './source.ts';

/** The products whose exports can be imported, by the name in `--from`. */
export const sources: Record<string, Source> = { keycloak, auth0 };
