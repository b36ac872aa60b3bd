const patterns = new Map<string, RegExp>()

/** An attribute of a tag, whatever its namespace is called in this file. */
export function attributeOf(tag: string, name: string): string | undefined {
  let pattern = patterns.get(name)
  if (!pattern) {
    pattern = new RegExp(`\\s(?:\\w{1,40}:)?${name}\\s?=\\s?(?:"([^"]*)"|'([^']*)')`)
    patterns.set(name, pattern)
  }
  const found = pattern.exec(tag)
  return found?.[1] ?? found?.[2]
}

/** All tags of this name that begin, whatever their namespace is called. */
export const tagsOf = (text: string, name: string): string[] =>
  [...text.matchAll(new RegExp(`<(?:\\w{1,40}:)?${name}(?=[\\s/>])[^>]*>`, 'g'))].map(
    ([tag]) => tag,
  )

/** All elements of this name, with what is in them; none lies in another of its kind. */
export const elementsOf = (text: string, name: string): string[] =>
  [
    ...text.matchAll(
      new RegExp(
        `<(?:\\w{1,40}:)?${name}(?=[\\s/>])(?:[^>]*/>|[^>]*>[\\s\\S]*?</(?:\\w{1,40}:)?${name}\\s?>)`,
        'g',
      ),
    ),
  ].map(([element]) => element)

/** The tag that an element begins with. */
export const headOf = (element: string): string => element.slice(0, element.indexOf('>') + 1)
