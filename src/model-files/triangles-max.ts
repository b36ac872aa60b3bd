/** Upper bound for loading a model in a browser. */
export const trianglesMax = 20_000_000
