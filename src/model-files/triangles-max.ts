/** More than that no browser is trusted with as a whole. */
export const trianglesMax = 20_000_000
