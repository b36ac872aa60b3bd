/** Largest number of triangles of a model that is loaded in a browser. */
export const trianglesMax = 20_000_000
