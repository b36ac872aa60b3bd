/** More than that no browser is trusted with as a whole. */
export const TRIANGLES_MAX = 20_000_000
