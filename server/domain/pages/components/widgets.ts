/** A ready-made component that manages something, beside the flows. */
interface Widget {
  /** The value of `widget-id`, and the folder of its pages. */
  id: string;
  /** The pages that this server has, without `.html`. */
  pages: readonly string[];
}

/** All widgets of the vendor. No page of any of them is written yet. */
const widgets: readonly Widget[] = [
  'user-management-widget',
  'access-key-management-widget',
  'role-management-widget',
  'audit-management-widget',
  'user-profile-widget',
  'tenant-profile-widget',
  'applications-portal-widget',
  'outbound-applications-widget',
].map((id) => ({ id, pages: [] }));

/** Describes for `config.json` the widgets that have pages. */
export function describeWidgets(): Record<string, object> {
  const withPages = widgets.filter(({ pages }) => pages.length > 0);
  return Object.fromEntries(
    withPages.map(({ id }) => [id, { version: 1, allowSubTenants: false, targetLocales: [] }]),
  );
}
