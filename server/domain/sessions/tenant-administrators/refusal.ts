import { ServiceError } from '../../../core/errors.ts';

/** Refuses a call by a tenant's administrator. */
export function notAllowed(reason: string): ServiceError {
  return new ServiceError('E064013', reason);
}
