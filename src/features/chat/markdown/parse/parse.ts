import type { Nodes, PhrasingContent, RootContent } from 'mdast'
import { fromMarkdown, type Options } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly'
import { gfmStrikethroughCjkFriendly } from 'micromark-extension-cjk-friendly-gfm-strikethrough'
import { gfm } from 'micromark-extension-gfm'
import type { ConstructRecord, Extension } from 'micromark-util-types'
import { limitAddresses, withAddresses } from './addresses.ts'
import { mathFromMarkdown } from './math/math-nodes.ts'
import { mathSyntax } from './math/math-syntax.ts'
import { readQuickly } from './quick-read.ts'
import { withPipesInFormulas } from './table-pipes.ts'

export type Parser = {
  /** Parses a text into top-level nodes, with `position`s relative to it. */
  blocks: (source: string) => RootContent[]
  /**
   * Parses a piece from the middle of a paragraph, where `1.` or `#` at the start has no meaning.
   */
  inline: (source: string) => PhrasingContent[]
}

const { insideSpan: _, ...syntax } = gfm()
const nodes = gfmFromMarkdown()
// CommonMark does not recognise closing emphasis next to CJK punctuation: **注意：**后面.
const emphasis = cjkFriendlyExtension()
// A single tilde often means “about” or “to”, as in 10~20 元.
const strikethrough = gfmStrikethroughCjkFriendly({ singleTilde: false })

type Ways = { blocks: Options; inline: Options }

/**
 * Parser options that leave out the constructs for tables, for autolinks, or for both: these take
 * half of the parse time, and most texts contain neither. `selectOptions` relies on the order.
 */
const allWays = [
  ways(() => true),
  ways((name) => name !== 'table'),
  ways((name) => !name.endsWith('Autolink')),
  ways((name) => name !== 'table' && !name.endsWith('Autolink')),
] as const

/** Matches every text with a bare address; `&` may encode any of its letters. */
const partOfAddress = /[@&]|www|http/i
/** Matches every text with a table. */
const partOfTable = /\||:-|-:/

function selectOptions(source: string): Ways {
  const [whole, noTables, noAddresses, neither] = allWays
  if (partOfAddress.test(source)) return partOfTable.test(source) ? whole : noTables
  return partOfTable.test(source) ? noAddresses : neither
}

/**
 * Parses CommonMark with GFM's tables, task lists, strikethrough, footnotes and bare links, and
 * with TeX.
 */
export const parser: Parser = {
  blocks: (source) => readQuickly(source) ?? wholeParser.blocks(source),
  inline: (source) => wholeParser.inline(source),
}

/** The parser without the fast path for common Markdown. */
export const wholeParser: Parser = {
  blocks: (source) => fromMarkdown(source, selectOptions(source).blocks).children,
  inline: (source) =>
    fromMarkdown(source, selectOptions(source).inline).children.flatMap((node) =>
      node.type === 'paragraph' ? node.children : [],
    ),
}

/**
 * Removes the positions from a tree: they take most of its memory and are not needed for rendering.
 */
export function withoutPositions<T extends Nodes>(node: T): T {
  delete node.position
  if ('children' in node) for (const child of node.children) withoutPositions(child)
  return node
}

function ways(isWanted: (name: string) => boolean): Ways {
  const blocks: Options = {
    extensions: [
      {
        ...syntax,
        flow: only(withPipesInFormulas(syntax.flow), isWanted),
        text: only(
          withAddresses(syntax.text),
          (name) => name !== 'strikethrough' && isWanted(name),
        ),
      },
      emphasis,
      strikethrough,
      mathSyntax,
    ],
    mdastExtensions: [
      // If no autolinks are wanted, omit the transform that searches the whole tree for addresses.
      nodes.flatMap((extension) => {
        if (!extension.enter?.['literalAutolink']) return [extension]
        return isWanted('wwwAutolink') ? [limitAddresses(extension)] : []
      }),
      mathFromMarkdown,
    ],
  }
  const onlyInline: Extension = {
    disable: {
      null: [
        'blockQuote',
        'codeFenced',
        'codeIndented',
        'definition',
        'gfmFootnoteDefinition',
        'headingAtx',
        'htmlFlow',
        'list',
        'mathFlow',
        'setextUnderline',
        'table',
        'thematicBreak',
      ],
    },
  }
  return {
    blocks,
    inline: { ...blocks, extensions: [...(blocks.extensions ?? []), onlyInline] },
  }
}

function only(
  constructs: ConstructRecord = {},
  isWanted: (name: string) => boolean,
): ConstructRecord {
  return Object.fromEntries(
    Object.entries(constructs).flatMap(([code, value]) => {
      const wanted = [value ?? []].flat().filter(({ name }) => name === undefined || isWanted(name))
      return wanted.length === 0 ? [] : [[code, wanted]]
    }),
  )
}
