// The build replaces these two names by texts; see `define` in vite.config.ts.
declare const bozzettoVersion: string
declare const bozzettoBuild: string

export const appVersion: string = bozzettoVersion

/**
 * Short id of the commit that was built. Empty if it is unknown, such as after a build without git.
 */
export const appBuild: string = bozzettoBuild
