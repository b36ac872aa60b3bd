const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/**
 * Returns the highest effort of `has` that does not exceed `asked`, otherwise the lowest effort of
 * `has`. Reasoning is disabled only if `asked` disables it.
 */
export function nearestEffort(asked: string, has: readonly string[]): string | undefined {
  if (has.includes(asked)) return asked
  const able = efforts.filter((effort) => effort !== 'none' && has.includes(effort))
  const below = able.filter((effort) => efforts.indexOf(effort) <= efforts.indexOf(asked))
  return below.at(-1) ?? able[0]
}

const refusedValue =
  /(?:supported values|expected|allowed|valid (?:values|options)|should be|must be|one of)\b(.*)/is

/**
 * Returns the accepted efforts that a refusal lists, or `undefined` if the refusal lists fewer than
 * two.
 */
export function effortsIn(refusal: string): readonly string[] | undefined {
  const [, list = ''] = refusedValue.exec(refusal) ?? []
  const named = efforts.filter((effort) => new RegExp(`\\b${effort}\\b`).test(list))
  return named.length > 1 ? named : undefined
}
