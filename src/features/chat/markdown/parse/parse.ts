import type { Nodes, PhrasingContent, RootContent } from 'mdast'
import { fromMarkdown, type Options } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly'
import { gfm } from 'micromark-extension-gfm'
import type { ConstructRecord, Extension } from 'micromark-util-types'
import { mathFromMarkdown } from './math/math-nodes.ts'
import { mathSyntax } from './math/math-syntax.ts'
import { readQuickly } from './quick-read.ts'

export type Parser = {
  /** Top-level nodes of a Markdown text, with `position`s relative to it. */
  blocks: (source: string) => RootContent[]
  /** A piece from the middle of a paragraph, where `1.` or `#` at the start mean nothing. */
  inline: (source: string) => PhrasingContent[]
}

// One tilde stands for `about` and `to`: 10~20 元.
const syntax = gfm({ singleTilde: false })
const nodes = gfmFromMarkdown()
// CommonMark wants a space between a mark and a letter where punctuation stands on the other side of it, which
// Chinese and Japanese do not write: **注意：**后面.
const emphasis = cjkFriendlyExtension()

/** How blocks are read, and how what stands in a paragraph is. */
type Ways = { blocks: Options; inline: Options }

/**
 * Looking for addresses at each letter and for tables in each line is half the work, and most pieces of
 * text hold neither. Ways to read that do not look for what cannot be there, in the order of `waysOf`.
 */
const allWays = [
  ways(() => true),
  ways((name) => name !== 'table'),
  ways((name) => !name.endsWith('Autolink')),
  ways((name) => name !== 'table' && !name.endsWith('Autolink')),
] as const

/** Stands in every text that holds an address without brackets; `&` may stand for any letter of it. */
const partOfAddress = /[@&]|www|http/i
/** Stands in every text that holds a table. */
const partOfTable = /\||:-|-:/

function waysOf(source: string): Ways {
  const [whole, noTables, noAddresses, neither] = allWays
  if (partOfAddress.test(source)) return partOfTable.test(source) ? whole : noTables
  return partOfTable.test(source) ? noAddresses : neither
}

/** CommonMark with GFM's tables, task lists, strikethrough, footnotes and bare links, and TeX. */
export const parser: Parser = {
  blocks: (source) => readQuickly(source) ?? wholeParser.blocks(source),
  inline: (source) => wholeParser.inline(source),
}

/** The same without the quick way that common Markdown is read. */
export const wholeParser: Parser = {
  blocks: (source) => fromMarkdown(source, waysOf(source).blocks).children,
  inline: (source) =>
    fromMarkdown(source, waysOf(source).inline).children.flatMap((node) =>
      node.type === 'paragraph' ? node.children : [],
    ),
}

/** Drops `position` from a tree, which is most of its memory and of no use once it is drawn. */
export function withoutPositions<T extends Nodes>(node: T): T {
  delete node.position
  if ('children' in node) for (const child of node.children) withoutPositions(child)
  return node
}

/** Ways to read with those of GFM's constructs whose names `isWanted`. */
function ways(isWanted: (name: string) => boolean): Ways {
  const blocks: Options = {
    extensions: [
      { ...syntax, flow: only(syntax.flow, isWanted), text: only(syntax.text, isWanted) },
      emphasis,
      mathSyntax,
    ],
    mdastExtensions: [
      // It looks for addresses once more, in the tree.
      nodes.filter(({ enter }) => isWanted('wwwAutolink') || !enter?.['literalAutolink']),
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
