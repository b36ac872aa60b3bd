import { unescapeHtml } from '#lib/unescape-html.ts'

const patterns = new Map<string, RegExp>()

export function getAttribute(tag: string, name: string): string | undefined {
  let pattern = patterns.get(name)
  if (!pattern) {
    pattern = new RegExp(`\\s(?:[\\w.-]{1,40}:)?${name}\\s{0,9}=\\s{0,9}(?:"([^"]*)"|'([^']*)')`)
    patterns.set(name, pattern)
  }
  const found = pattern.exec(tag)
  const value = found?.[1] ?? found?.[2]
  return value?.includes('&') ? unescapeHtml(value) : value
}

export const findTags = (text: string, name: string): string[] =>
  [...text.matchAll(new RegExp(`<(?:[\\w.-]{1,40}:)?${name}(?=[\\s/>])[^>]*>`, 'g'))].map(
    ([tag]) => tag,
  )

/** Returns all elements of a name with their content. Elements of that name must not be nested. */
export const findElements = (text: string, name: string): string[] =>
  [
    ...text.matchAll(
      new RegExp(
        `<(?:[\\w.-]{1,40}:)?${name}(?=[\\s/>])(?:[^>]*/>|[^>]*>[\\s\\S]*?</(?:[\\w.-]{1,40}:)?${name}\\s?>)`,
        'g',
      ),
    ),
  ].map(([element]) => element)

export const getStartTag = (element: string): string => element.slice(0, element.indexOf('>') + 1)

/** Removes comments, which may contain tags. */
export const withoutComments = (text: string): string =>
  text.includes('<!--') ? text.replaceAll(/<!--[\s\S]*?-->/g, '') : text
