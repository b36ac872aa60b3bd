/** Harmless tags that are rendered: inline tags and block tags. */
const inlineNames =
  'a abbr b br cite code del dfn em font i img ins kbd mark picture q s samp small source span strong sub sup u var'
const blockNames =
  'blockquote caption center dd div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre table tbody td tfoot th thead tr ul'

export const inlineTags = new Set(inlineNames.split(' '))
export const blockTags = new Set(blockNames.split(' '))
export const voidTags = new Set(['br', 'hr', 'img', 'source'])

/**
 * Harmless attributes: layout, size and link targets. Any other attribute marks the HTML as source
 * code.
 */
export const attributeNames = new Set(
  'align alt bgcolor border cellpadding cellspacing color colspan dir face height href id loading media name rel rowspan size src srcset start style target title type valign width'.split(
    ' ',
  ),
)

export type Tag = {
  name: string
  isClosing: boolean
  attributes: ReadonlyMap<string, string>
}

const attribute = String.raw`\s+([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'=<>\`]+))?`
/** Matches a comment, or a tag with its slash, name and attributes. */
export const anyTag = new RegExp(
  String.raw`<!--[^]*?(?:-->|$)|<(/?)([a-z][a-z\d]*)((?:${attribute.replaceAll(/\((?!\?)/g, '(?:')})*)\s*/?>`,
  'gi',
)
const attributes = new RegExp(attribute, 'g')

/** Parses a harmless tag with only harmless attributes. @param found a match of `anyTag`. */
export function readTag([, slash, name, written]: readonly (string | undefined)[]):
  | Tag
  | undefined {
  if (name === undefined) return undefined
  const tag = {
    name: name.toLowerCase(),
    isClosing: slash === '/',
    attributes: new Map(
      [...(written ?? '').matchAll(attributes)].map(([, key = '', value = '']) => [
        key.toLowerCase(),
        /^["']/.test(value) ? value.slice(1, -1) : value,
      ]),
    ),
  }
  const isKnown = inlineTags.has(tag.name) || blockTags.has(tag.name)
  const isHarmless = [...tag.attributes.keys()].every((key) => attributeNames.has(key))
  return isKnown && isHarmless ? tag : undefined
}

/** Parses `html` if it is exactly one tag. */
export function readOnlyTag(html: string): Tag | undefined {
  const [found, ...others] = html.matchAll(anyTag)
  return found && others.length === 0 && found[0].length === html.length
    ? readTag(found)
    : undefined
}
