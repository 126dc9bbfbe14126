import type { ScreenId } from '../screens/screens.ts';

export interface FlowDefinition {
  id: string;
  name: string;
  version: number;
  start: ScreenId;
  startsAtOnce: boolean;
}
