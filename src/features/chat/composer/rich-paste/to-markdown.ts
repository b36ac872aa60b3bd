import { fromDom } from 'hast-util-from-dom'
import { toMdast } from 'hast-util-to-mdast'
import type { Text } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown, type Handle, type Options } from 'mdast-util-to-markdown'
import { whileMarkupIsAllowed } from '#ui/trusted-types.ts'
import { simplifyDom, styleAttribute } from './simplify-dom.ts'

/** Converts HTML of the clipboard to Markdown, without running scripts or loading pictures. */
export async function toMarkdownText(html: string): Promise<string> {
  const page = await whileMarkupIsAllowed(() =>
    Promise.resolve(new DOMParser().parseFromString(renameStyles(html), 'text/html')),
  )
  simplifyDom(page.body)
  return toMarkdown(toMdastRoot(page.body), options).trim()
}

/**
 * Renames `style` attributes, because the content security policy reports each `style` attribute.
 * The patterns stop at the next tag, so that they take linear time.
 */
const renameStyles = (html: string): string =>
  html.replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\sstyle(?==)/i, ` ${styleAttribute}`))

function toMdastRoot(body: HTMLElement) {
  const tree = toMdast(fromDom(body))
  return tree.type === 'root' ? tree : { type: 'root' as const, children: [] }
}

/**
 * Writes text without backslashes, because people read and edit the text in the message box.
 * Only pipes and line breaks in table cells are replaced.
 */
const writeText = (node: Text, { stack }: { stack: readonly string[] }): string =>
  stack.includes('tableCell') ? node.value.replaceAll('|', '\\|').replaceAll('\n', ' ') : node.value

const toPercent = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`

/** Writes marked text without the character references that the library adds next to some marks. */
const writeMark =
  (mark: string): Handle =>
  (...[node, , state, info]) => {
    const inside = state.containerPhrasing(node, { ...info, before: mark, after: mark })
    return `${mark}${inside}${mark}`
  }

const options: Options = {
  bullet: '-',
  emphasis: '*',
  fence: '`',
  listItemIndent: 'one',
  rule: '-',
  join: [
    // Lists have no empty lines, except between the paragraphs of an item.
    (left, right, parent) =>
      parent.type === 'list' || (parent.type === 'listItem' && right.type === 'list')
        ? 0
        : undefined,
  ],
  extensions: [gfmToMarkdown({ tablePipeAlign: false })],
  handlers: {
    strong: writeMark('**'),
    emphasis: writeMark('*'),
    delete: writeMark('~~'),
    break: () => '\n',
    text: (node: Text, _parent, state) => writeText(node, state),
    link(...[node, , state, info]: Parameters<Handle>) {
      const exit = state.enter('link')
      const label = state.containerPhrasing(node, { ...info, before: '[', after: ']' })
      exit()
      if (label === node.url || `mailto:${label}` === node.url) return label
      return `[${label}](${node.url.replaceAll(/[\s()<>]/g, toPercent)})`
    },
  },
}
