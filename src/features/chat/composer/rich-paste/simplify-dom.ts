/** Attribute to which `renameStyles` moves the `style` attribute of an element. */
export const styleAttribute = 'data-style'

/**
 * Simplifies HTML of the clipboard: converts styles to elements such as `strong`, list paragraphs
 * of Word to lists, and pictures to their alternative text.
 */
export function simplifyDom(body: HTMLElement): void {
  for (const extra of body.querySelectorAll(
    'script, style, meta, title, link, template, noscript',
  )) {
    extra.remove()
  }
  for (const element of body.querySelectorAll(
    `[hidden], [aria-hidden="true"], [${styleAttribute}*="none" i]`,
  )) {
    if (element.matches('[hidden], [aria-hidden="true"]') || isUndisplayed(element)) {
      element.remove()
    }
  }
  for (const picture of body.querySelectorAll('img, svg, picture, video, audio, object, iframe')) {
    picture.replaceWith(picture.getAttribute('alt') ?? '')
  }
  const { ownerDocument: page } = body
  removeComments(body, page)
  joinWordLists(body, page)
  joinCodeLines(body, page)
  keepLines(body, page)
  applyStyles(body, page)
  for (const link of body.querySelectorAll('a')) if (!isWebLink(link)) unwrap(link)
  for (const cell of body.querySelectorAll('td, th')) flattenCell(cell, page)
  for (const table of body.querySelectorAll('table')) simplifyTable(table, page)
}

function removeComments(body: HTMLElement, page: Document): void {
  const comments = page.createTreeWalker(body, NodeFilter.SHOW_COMMENT)
  const found: Node[] = []
  while (comments.nextNode()) found.push(comments.currentNode)
  for (const comment of found) comment.parentNode?.removeChild(comment)
}

const isWebLink = (link: Element): boolean =>
  /^(?:https?:\/\/|mailto:)/i.test(link.getAttribute('href') ?? '') &&
  link.textContent.trim() !== ''

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes)
}

function readStyle(element: Element): Map<string, string> {
  const declarations = (element.getAttribute(styleAttribute) ?? '').split(';')
  return new Map(
    declarations.map((declaration) => {
      const colon = declaration.indexOf(':')
      const name = declaration.slice(0, colon).trim().toLowerCase()
      return [
        name,
        declaration
          .slice(colon + 1)
          .trim()
          .toLowerCase(),
      ]
    }),
  )
}

const isUndisplayed = (element: Element): boolean =>
  readStyle(element).get('display')?.startsWith('none') ?? false

const isBold = (weight: string | undefined): boolean =>
  weight === 'bold' || weight === 'bolder' || Number(weight) >= 600

const monospace = /\b(?:monospace|consolas|courier|menlo|monaco|source code|roboto mono)\b/
const hasMonospace = (style: ReadonlyMap<string, string>): boolean =>
  monospace.test(style.get('font-family') ?? '')

/**
 * Converts styles to elements. Google Docs formats text with styles, and wraps the whole text in a
 * `b` element that is not bold.
 */
function applyStyles(body: HTMLElement, page: Document): void {
  for (const strong of body.querySelectorAll('b, strong')) {
    const weight = readStyle(strong).get('font-weight')
    if (weight !== undefined && !isBold(weight)) unwrap(strong)
  }
  for (const span of body.querySelectorAll('span, font')) {
    const style = readStyle(span)
    const isPlain = span.closest('h1, h2, h3, h4, h5, h6, pre, code') !== null
    const names = isPlain
      ? []
      : [
          isBold(style.get('font-weight')) && !span.closest('strong, b, th') && 'strong',
          style.get('font-style') === 'italic' && !span.closest('em, i') && 'em',
          /line-through/.test(style.get('text-decoration') ?? '') && 'del',
          hasMonospace(style) && 'code',
        ].filter((name) => name !== false)
    if (span.textContent.trim() === '') unwrap(span)
    else wrap(span, names, page)
  }
  for (const mark of body.querySelectorAll('strong, b, em, i, del, s')) {
    if (mark.textContent.trim() === '') unwrap(mark)
    else moveSpacesOut(mark)
  }
}

/** Moves spaces out of a mark, because Markdown does not recognise marks such as `** bold**`. */
function moveSpacesOut(mark: Element): void {
  const { textContent: text } = mark
  if (/^\s/.test(text)) {
    trimEdge(mark, (node) => node.firstChild, 'trimStart')
    mark.before(' ')
  }
  if (/\s$/.test(text)) {
    trimEdge(mark, (node) => node.lastChild, 'trimEnd')
    mark.after(' ')
  }
}

function trimEdge(
  mark: Element,
  findEdge: (node: Node) => Node | null,
  trim: 'trimStart' | 'trimEnd',
): void {
  let edge: Node | null = mark
  while (edge && !(edge instanceof Text)) edge = findEdge(edge)
  if (edge) edge.data = edge.data[trim]()
}

/** Converts line breaks to `br` in elements whose style keeps white space. */
function keepLines(body: HTMLElement, page: Document): void {
  for (const element of body.querySelectorAll(`[${styleAttribute}*="white-space" i]`)) {
    if (!readStyle(element).get('white-space')?.startsWith('pre')) continue
    const children = [...element.childNodes]
    for (const child of children) {
      if (!(child instanceof Text) || !child.data.includes('\n')) continue
      const lines = child.data.split('\n')
      child.replaceWith(
        ...lines.flatMap((line, at) => (at === 0 ? [line] : [page.createElement('br'), line])),
      )
    }
  }
}

function wrap(span: Element, names: readonly string[], page: Document): void {
  const inner = names.reduceRight<Node[]>(
    (children, name) => {
      const element = page.createElement(name)
      element.append(...children)
      return [element]
    },
    [...span.childNodes],
  )
  span.replaceWith(...inner)
}

/** Converts the `div` of a code editor to a code block. The `div` contains an element per line. */
function joinCodeLines(body: HTMLElement, page: Document): void {
  for (const block of body.querySelectorAll('div')) {
    const style = readStyle(block)
    if (!hasMonospace(style) || !style.get('white-space')?.startsWith('pre')) continue
    const lines = [...block.children].map((line) =>
      line.tagName === 'BR' ? '' : line.textContent.replaceAll('\u{a0}', ' '),
    )
    const code = page.createElement('code')
    code.textContent = lines.length > 1 ? lines.join('\n') : block.textContent
    const pre = page.createElement('pre')
    pre.append(code)
    block.replaceWith(pre)
  }
}

const wordLevel = /\blevel(\d)\b/
const ordered = /^\s*(?:\d+|[a-z]{1,4})[.)]/i

/**
 * Converts list paragraphs of Word to lists. The style of such a paragraph contains the level, and
 * its text contains the bullet or number.
 */
function joinWordLists(body: HTMLElement, page: Document): void {
  let open: { list: Element; level: number }[] = []
  let previous: Element | undefined
  for (const item of body.querySelectorAll('p')) {
    const list = readStyle(item).get('mso-list')
    const level = Number(wordLevel.exec(list ?? '')?.[1] ?? 0)
    if (level === 0) continue
    if (previous && previous.nextElementSibling !== item) open = []
    const mark = findMark(item)
    const name = ordered.test(mark?.textContent ?? '') ? 'ol' : 'ul'
    mark?.remove()
    open = open.filter(
      (one) => one.level < level || (one.level === level && isList(one.list, name)),
    )
    let top = open.at(-1)
    if (top?.level !== level) {
      const made = page.createElement(name)
      const parent = top?.list.lastElementChild
      if (parent) parent.append(made)
      else item.before(made)
      top = { list: made, level }
      open.push(top)
    }
    const row = page.createElement('li')
    row.append(...item.childNodes)
    top.list.append(row)
    previous = open[0]?.list
    item.remove()
  }
}

const isList = (list: Element, name: string): boolean => list.tagName.toLowerCase() === name

function findMark(item: Element): Element | undefined {
  return [...item.querySelectorAll('span')].find((span) =>
    readStyle(span).get('mso-list')?.includes('ignore'),
  )
}

/** Joins the lines of a cell, because a cell of a Markdown table has one line. */
function flattenCell(cell: Element, page: Document): void {
  for (const block of cell.querySelectorAll('p, div')) {
    if (block.nextElementSibling || block.nextSibling?.textContent?.trim()) block.after(' ')
    unwrap(block)
  }
  for (const line of cell.querySelectorAll('br')) line.replaceWith(page.createTextNode(' '))
}

/**
 * Replaces a table with a single cell by the content of the cell. Makes the first row of other
 * tables the head, because every Markdown table has a head.
 */
function simplifyTable(table: HTMLTableElement, page: Document): void {
  const cells = table.querySelectorAll('td, th')
  const [only] = cells
  if (cells.length === 1 && only) table.replaceWith(...only.childNodes)
  if (table.querySelector('th')) return
  for (const cell of table.querySelectorAll('tr')[0]?.querySelectorAll('td') ?? []) {
    const head = page.createElement('th')
    head.append(...cell.childNodes)
    const columns = cell.getAttribute('colspan')
    if (columns !== null) head.setAttribute('colspan', columns)
    cell.replaceWith(head)
  }
}
