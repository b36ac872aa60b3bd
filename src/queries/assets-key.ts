/** Prefix of the keys of all asset queries. Invalidate this prefix after a change. */
export const assetsKey = ['library'] as const
