// Vite replaces these two constants (`define` in vite.config.ts). They are undefined in scripts
// that run from source.
declare const bozzettoVersion: string | undefined
declare const bozzettoBuild: string | undefined

export const appVersion: string =
  typeof bozzettoVersion === 'undefined' ? 'development' : bozzettoVersion

/** Short id of the commit from which the app was built. Empty after a build without git. */
export const appBuild: string = typeof bozzettoBuild === 'undefined' ? '' : bozzettoBuild
