/**
 * How far it is from a node inside to the silhouette, as a share of the way to the next node, which is not
 * inside. Where the picture ends before the object does there is no silhouette, and all of the way counts.
 *
 * @param here the node's distance to the silhouette, above 0. @param next that of the next node.
 */
export const fractionToEdge = (here: number, next: number): number =>
  next < here ? Math.min(1, here / (here - next + 1e-9)) : 1
