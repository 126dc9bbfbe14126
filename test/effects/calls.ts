import { administrationCalls } from './calls/administration.ts';
import { applicationCalls } from './calls/applications.ts';
import { directoryCalls } from './calls/directory.ts';
import { federationCalls } from './calls/federation.ts';
import { projectCalls } from './calls/project.ts';
import { sessionCalls } from './calls/sessions.ts';
import { signInCalls } from './calls/sign-in.ts';
import { userCalls } from './calls/users.ts';
import type { Call } from './world.ts';

/** A call of each endpoint that is more than a read, by the endpoint's name. */
export const calls: Record<string, Call> = {
  ...administrationCalls,
  ...projectCalls,
  ...directoryCalls,
  ...applicationCalls,
  ...userCalls,
  ...sessionCalls,
  ...signInCalls,
  ...federationCalls,
};
