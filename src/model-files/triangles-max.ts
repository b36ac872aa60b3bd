/** Maximum number of triangles of a model that a browser loads. */
export const trianglesMax = 20_000_000
