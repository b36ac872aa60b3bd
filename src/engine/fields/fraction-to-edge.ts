/**
 * Returns the distance from an inside node to the silhouette, as a fraction of the distance to the
 * next node. That node is outside. Where the picture's edge cuts the object there is no silhouette,
 * and the result is 1.
 * @param here the inside node's distance to the silhouette, above 0.
 * @param next the outside node's distance.
 */
export const fractionToEdge = (here: number, next: number): number =>
  next < here ? Math.min(1, here / (here - next + 1e-9)) : 1
