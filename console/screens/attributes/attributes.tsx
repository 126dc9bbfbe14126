import { Page } from '../../parts/page.tsx';

export default function Attributes() {
  return <Page title="Attributes">…</Page>;
}
