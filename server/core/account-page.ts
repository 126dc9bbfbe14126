import { allProfileFields, type ProfileField, selfGivenFields } from './profile-fields.ts';

/** The built-in details that a project can let users change on their account page. */
export const editableDetails = allProfileFields;
export type EditableDetail = ProfileField;

/** Says what users of a project can do on their account page, and administrators of a tenant on its profile. In `core`, like all settings of a project, which each request carries. */
export interface AccountPageSettings {
  enabled: boolean;
  /** To change an email address or phone number, users enter a code that is sent to the new one. */
  editableDetails: EditableDetail[];
  /** The names of custom attributes that users see and change. None by default, because applications may decide by them. */
  editableAttributes: string[];
  /** The names of custom attributes of a tenant that its administrators change. None by default, for the same reason. */
  editableTenantAttributes: string[];
  /** Users can delete their account. */
  deletion: boolean;
  /** The days in which an administrator can still undo a deletion. */
  deletionGraceDays: number;
}

/** The range of `deletionGraceDays`. */
export const deletionGrace = { min: 1, max: 90 } as const;

export const defaultAccountPage: AccountPageSettings = {
  enabled: true,
  editableDetails: selfGivenFields,
  editableAttributes: [],
  editableTenantAttributes: [],
  deletion: false,
  deletionGraceDays: 14,
};
