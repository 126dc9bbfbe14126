import { ServiceError } from '../../../core/errors.ts';

/** The reasons that pages give in the language of the reader. The message of the error is English. */
export type RefusalKind =
  | 'lastAdministrator'
  /** The user also belongs to another tenant, or has a role in the project. */
  | 'shared'
  | 'lacksPermission'
  /** Administrators do this on their own account page. */
  | 'self'
  | 'notAllowed';

/** A refusal of a call by a tenant's administrator. */
export class AdministratorRefusal extends ServiceError {
  readonly kind: RefusalKind;

  constructor(reason: string, kind: RefusalKind) {
    super('E064013', reason);
    this.kind = kind;
  }
}

/** Refuses a call by a tenant's administrator. */
export function notAllowed(reason: string, kind: RefusalKind = 'notAllowed'): ServiceError {
  return new AdministratorRefusal(reason, kind);
}
