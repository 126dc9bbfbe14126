/** Says in the log and in `doctor` that `LATCHKEY_HOLD_MESSAGES` is set. */
export const heldMessages =
  'LATCHKEY_HOLD_MESSAGES is set: this instance sends no mail, SMS, webhook, logout notice or audit event. ' +
  'They wait in the database. Remove the setting and restart to send them.';
