/** 97.5th percentile of the normal distribution, for a 95 % interval. */
const z = 1.96

/**
 * Returns the share of wins and its 95 % Wilson score interval, from 0 to 1.
 * @param votes greater than 0.
 */
export function computeWinShare(
  wins: number,
  votes: number,
): { share: number; low: number; high: number } {
  const share = wins / votes
  const centre = (share + z ** 2 / (2 * votes)) / (1 + z ** 2 / votes)
  const spread =
    (z * Math.sqrt((share * (1 - share)) / votes + z ** 2 / (4 * votes ** 2))) /
    (1 + z ** 2 / votes)
  return { share, low: Math.max(0, centre - spread), high: Math.min(1, centre + spread) }
}
