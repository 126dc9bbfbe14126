declare module 'pngjs';
