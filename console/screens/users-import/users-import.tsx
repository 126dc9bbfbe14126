import { Page } from '../../parts/page.tsx';

export default function UsersImport() {
  return <Page title="UsersImport">…</Page>;
}
