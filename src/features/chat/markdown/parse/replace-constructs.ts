import type { Construct, ConstructRecord } from 'micromark-util-types'

/** Replaces constructs of micromark. @param replace returns the replacement of a construct. */
export const replaceConstructs = (
  record: ConstructRecord,
  replace: (construct: Construct) => Construct | Construct[],
): ConstructRecord =>
  Object.fromEntries(
    Object.entries(record).map(([code, constructs]) => [
      code,
      [constructs ?? []].flat().flatMap(replace),
    ]),
  )
