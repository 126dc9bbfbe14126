import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * Examines a page for accessibility problems. The legacy mode leaves out frames of other origins, of which
 * there are none here, and saves an extra page for each analysis.
 */
export function axeFor(page: Page): AxeBuilder {
  return new AxeBuilder({ page: page as never }).setLegacyMode();
}
