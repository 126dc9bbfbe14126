import { Page } from '../../parts/page.tsx';

export default function Overview() {
  return <Page title="Overview">…</Page>;
}
