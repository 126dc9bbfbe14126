/** The name of the assertion's attribute for each detail of a user. Empty to try the usual names. */
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
  /** Maps our attributes to the provider's. */
  customAttributes: Record<string, string>;
}
