/** Minimum number of photos of a scan, as in the param schema of the scan. */
export const scanPhotosMin = 8
