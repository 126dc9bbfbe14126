/** The name of the assertion's attribute for each detail of a user; empty: the usual names are tried. */
export interface AttributeMapping {
  name: string;
  email: string;
  username: string;
  phoneNumber: string;
  group: string;
  givenName: string;
  middleName: string;
  familyName: string;
  picture: string;
  verifiedEmail: string;
  verifiedPhone: string;
  /** Our attribute to theirs. */
  customAttributes: Record<string, string>;
}
