/**
 * Returns how far the silhouette is from an inside node, as a fraction of the distance to the next
 * node. Returns 1 where the picture's edge cuts the object.
 * @param here distance of the inside node to the silhouette, above 0.
 * @param next distance of the outside node.
 */
export const fractionToEdge = (here: number, next: number): number =>
  next < here ? Math.min(1, here / (here - next + 1e-9)) : 1
