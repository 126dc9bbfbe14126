import { auth0 } from './auth0.ts';
import { clerk } from './clerk.ts';
import { cognito } from './cognito.ts';
import { descope } from './descope.ts';
import { firebase } from './firebase.ts';
import { keycloak } from './keycloak.ts';
import { latchkey } from './latchkey.ts';
import type { Source } from './source.ts';
import { supabase } from './supabase.ts';

/** The products whose exports can be imported, by the name in `--from`. */
export const sources: Record<string, Source> = {
  keycloak,
  auth0,
  firebase,
  cognito,
  clerk,
  supabase,
  descope,
  latchkey,
};
