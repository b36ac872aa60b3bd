/** Where a style stays while its markup is parsed. */
const keptIn = 'data-kept-style'
const tags = /<[a-z][^<>]*>/gi
const styleInTag = /(?<=\s)style(?==")/

/** Stands for a style element: a description, which is shown by nobody. */
const standIn = 'kept-style'
const standIns = /<desc class="kept-style"[^>]*>([^]*?)<\/desc>/g

/**
 * Runs `work`, which writes styles as attributes and as markup, under a policy that refuses these: they
 * go through `element.style` instead, which it allows. Style elements that `work` makes are replaced by
 * others without effect; `withStyleElements` turns those back. For as long as it runs, this holds for
 * the whole page, one `work` at a time.
 */
export async function withStylesByScript<T>(work: () => Promise<T>): Promise<T> {
  /* oxlint-disable typescript/unbound-method -- each is called with what it was asked of. */
  const { setAttribute } = Element.prototype
  const { createElement } = Document.prototype
  const { parseFromString } = DOMParser.prototype
  /* oxlint-enable typescript/unbound-method */

  Element.prototype.setAttribute = function (name, value) {
    if (name === 'style' && isStyled(this)) this.style.cssText = value
    else setAttribute.call(this, name, value)
  }
  Document.prototype.createElement = function (this: Document, name: string, options?: object) {
    if (name !== 'style') return createElement.call(this, name, options)
    const element = this.createElementNS('http://www.w3.org/2000/svg', 'desc')
    element.setAttribute('class', standIn)
    return element
  } as Document['createElement']
  DOMParser.prototype.parseFromString = function (text: Markup, type) {
    const markup = text.toString().replaceAll(tags, (tag) => tag.replace(styleInTag, keptIn))
    const parsed = parseFromString.call(this, markup, type)
    for (const element of parsed.querySelectorAll(`[${keptIn}]`)) {
      if (isStyled(element)) element.style.cssText = element.getAttribute(keptIn) ?? ''
      element.removeAttribute(keptIn)
    }
    return parsed
  }
  try {
    return await work()
  } finally {
    Element.prototype.setAttribute = setAttribute
    Document.prototype.createElement = createElement
    DOMParser.prototype.parseFromString = parseFromString
  }
}

/** An SVG file with the style elements that were replaced while it was made. */
export const withStyleElements = (svg: string): string =>
  svg.replaceAll(standIns, '<style>$1</style>')

/** What these hold. */
export const stylesIn = (root: Element): string =>
  [...root.querySelectorAll(`desc.${standIn}`)].map(({ textContent }) => textContent).join('\n')

/** A string, or one that a policy of trusted types has vouched for. */
type Markup = { toString: () => string }

const isStyled = (element: Element): element is HTMLElement | SVGElement =>
  element instanceof HTMLElement || element instanceof SVGElement
