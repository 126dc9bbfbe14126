import { group } from '../../group.ts';
import { mountDeviceSignIn } from './pages.ts';

export const deviceSignIn = group({ name: 'pages/device-sign-in', pages: mountDeviceSignIn });
