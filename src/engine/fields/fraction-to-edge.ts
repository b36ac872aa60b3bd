/**
 * Returns the distance from an inside node to the silhouette as a fraction of the way to the next
 * node, which is outside. Where the picture's edge cuts the object there is no silhouette, and the
 * result is 1.
 * @param here the node's distance to the silhouette, above 0. @param next that of the next node.
 */
export const fractionToEdge = (here: number, next: number): number =>
  next < here ? Math.min(1, here / (here - next + 1e-9)) : 1
