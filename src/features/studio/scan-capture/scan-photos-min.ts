/** Smallest number of photos of a scan, as in its param schema. */
export const scanPhotosMin = 8
