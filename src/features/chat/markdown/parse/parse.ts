import type { Nodes, PhrasingContent, RootContent } from 'mdast'
import { fromMarkdown, type Options } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly'
import { gfmStrikethroughCjkFriendly } from 'micromark-extension-cjk-friendly-gfm-strikethrough'
import { gfm } from 'micromark-extension-gfm'
import type { Construct, ConstructRecord, Extension } from 'micromark-util-types'
import { limitAddresses, replaceAddress } from './addresses.ts'
import { mathFromMarkdown, mathSyntax } from './math/math-syntax.ts'
import { isFastText, readQuickly, readQuickPiece } from './quick-read.ts'
import { replaceTable } from './table-pipes.ts'

export type Parser = {
  /** Parses a text into top-level nodes. Positions are relative to the text. */
  blocks: (source: string) => RootContent[]
  /**
   * Parses a piece from the middle of a paragraph, where `1.` or `#` at the start has no meaning.
   */
  inline: (source: string) => PhrasingContent[]
}

const { insideSpan: _, ...syntax } = gfm()
const nodes = gfmFromMarkdown()
// CommonMark does not recognise closing emphasis next to Chinese, Japanese or Korean punctuation,
// as in **注意：**后面.
const emphasis = cjkFriendlyExtension()
// A single tilde often means “about” or “to”, as in 10~20 元.
const strikethrough = gfmStrikethroughCjkFriendly({ singleTilde: false })

const ownSyntax: readonly Extension[] = [emphasis, strikethrough, mathSyntax]

const blocks: Options = {
  extensions: [
    {
      ...syntax,
      flow: replaceConstructs(syntax.flow, replaceTable),
      text: replaceConstructs(syntax.text, (one) =>
        one.name === 'strikethrough' ? [] : replaceAddress(one),
      ),
    },
    ...ownSyntax,
  ],
  mdastExtensions: [
    // One of GFM's extensions searches the whole tree for URLs.
    ...nodes.map((extension) =>
      extension.enter?.['literalAutolink'] ? limitAddresses(extension) : extension,
    ),
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
const inline: Options = { ...blocks, extensions: [...(blocks.extensions ?? []), onlyInline] }

/** Characters with a meaning in an extension that the fast parser does not support. */
const slowCharacters = ownSyntax
  .flatMap(({ text }) => Object.keys(text ?? {}))
  .map((code) => String.fromCodePoint(Number(code)))
  .filter((character) => isFastText(character))

const isFast = (source: string): boolean =>
  !slowCharacters.some((character) => source.includes(character))

/**
 * Parses CommonMark and TeX, with GFM's tables, task lists, strikethrough, footnotes and bare
 * links.
 */
export const parser: Parser = {
  blocks: (source) =>
    (isFast(source) ? readQuickly(source) : undefined) ?? wholeParser.blocks(source),
  inline: (source) =>
    (isFast(source) ? readQuickPiece(source) : undefined) ?? wholeParser.inline(source),
}

export const wholeParser: Parser = {
  blocks: (source) => fromMarkdown(source, blocks).children,
  inline: (source) =>
    fromMarkdown(source, inline).children.flatMap((node) =>
      node.type === 'paragraph' ? node.children : [],
    ),
}

/**
 * Removes the positions from a tree, because positions take most of its memory and rendering does
 * not need them.
 */
export function withoutPositions<T extends Nodes>(node: T): T {
  delete node.position
  if ('children' in node) for (const child of node.children) withoutPositions(child)
  return node
}

function replaceConstructs(
  record: ConstructRecord = {},
  replace: (construct: Construct) => Construct | Construct[],
): ConstructRecord {
  return Object.fromEntries(
    Object.entries(record).map(([code, constructs]) => [
      code,
      [constructs ?? []].flat().flatMap(replace),
    ]),
  )
}
