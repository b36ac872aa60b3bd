/** Tags of HTML that only say how their words look. They are drawn where they have no attributes. */
const names = 'sub sup kbd mark u b i s em strong small'.split(' ')

/** Its name and whether it closes. */
const plainTag = new RegExp(`^<(/?)(${names.join('|')})>`, 'i')
const whole = [...names.flatMap((name) => [`<${name}>`, `</${name}>`]), '<br>', '<br/>', '<br />']
const lengthMax = Math.max(...whole.map(({ length }) => length))

/** What `readPlainTag` finds. */
export type PlainTag = { name: string; isClosing: boolean; length: number }

/** The tag at `at`, if one is there. */
export function readPlainTag(source: string, at: number): PlainTag | undefined {
  const [tag, slash, name] = plainTag.exec(source.slice(at, at + lengthMax)) ?? []
  if (tag === undefined || name === undefined) return undefined
  return { name: name.toLowerCase(), isClosing: slash === '/', length: tag.length }
}

/** Whether the text ends, from `at` on, in a tag or `<br>` of which the end has yet to come. */
export function isHalfTag(source: string, at: number): boolean {
  if (source.length - at >= lengthMax) return false
  const start = source.slice(at).toLowerCase()
  return whole.some((tag) => tag !== start && tag.startsWith(start))
}
