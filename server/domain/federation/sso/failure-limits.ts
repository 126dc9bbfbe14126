/** The number of failures kept per connection. Older ones are in the audit log. */
export const keptFailures = 20;

export const maxReasonLength = 600;
