/** Tags of HTML that only say how their words look. They are drawn where they have no attributes. */
const names = 'sub sup kbd mark u b i s em strong small'.split(' ')

/** Its name and whether it closes. */
const plainTag = new RegExp(`^<(/?)(${names.join('|')})>`, 'i')
const marks = ['<br>', '<br/>', '<br />', '<!--', '</details>', '</summary>']
const whole = [...names.flatMap((name) => [`<${name}>`, `</${name}>`]), ...marks]
/** Begin what is folded away, where nothing else stands before them. */
const foldTags = ['<details>', '<summary>']
const lengthMax = Math.max(...[...whole, ...foldTags].map(({ length }) => length))

/** What `readPlainTag` finds. */
export type PlainTag = { name: string; isClosing: boolean; length: number }

/** The tag at `at`, if one is there. */
export function readPlainTag(source: string, at: number): PlainTag | undefined {
  const [tag, slash, name] = plainTag.exec(source.slice(at, at + lengthMax)) ?? []
  if (tag === undefined || name === undefined) return undefined
  return { name: name.toLowerCase(), isClosing: slash === '/', length: tag.length }
}

/**
 * Whether the text ends, from `at` on, in a tag or `<br>` of which the end has yet to come, or in a comment on the
 * same line.
 */
export function isHalfTag(source: string, at: number): boolean {
  if (source.startsWith('<!--', at)) return !/-->|\n/.test(source.slice(at + 4))
  if (source.length - at >= lengthMax) return false
  const start = source.slice(at).toLowerCase()
  const isHalf = (tag: string) => tag !== start && tag.startsWith(start)
  return (
    whole.some(isHalf) || (/(?:^|[\n>]) {0,3}$/.test(source.slice(0, at)) && foldTags.some(isHalf))
  )
}
