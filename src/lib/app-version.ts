// The build replaces these two names by texts (`define` in vite.config.ts). Scripts that run from
// source do not have them.
declare const bozzettoVersion: string | undefined
declare const bozzettoBuild: string | undefined

export const appVersion: string =
  typeof bozzettoVersion === 'undefined' ? 'development' : bozzettoVersion

/** Short id of the built commit. Empty if unknown, for example after a build without git. */
export const appBuild: string = typeof bozzettoBuild === 'undefined' ? '' : bozzettoBuild
