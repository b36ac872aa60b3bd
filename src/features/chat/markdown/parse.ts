import type { Nodes, PhrasingContent, RootContent } from 'mdast'
import { fromMarkdown, type Options } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import type { ConstructRecord, Extension } from 'micromark-util-types'
import { mathFromMarkdown } from './math-nodes.ts'
import { mathSyntax } from './math-syntax.ts'

export type Parser = {
  /** Top-level nodes of a Markdown text, with `position`s relative to it. */
  blocks: (source: string) => RootContent[]
  /** A piece from the middle of a paragraph, where `1.` or `#` at the start mean nothing. */
  inline: (source: string) => PhrasingContent[]
}

const syntax = gfm()
const nodes = gfmFromMarkdown()

/** How blocks are read, and how what stands in a paragraph is. */
type Ways = { blocks: Options; inline: Options }

const whole = ways({
  extensions: [syntax, mathSyntax],
  mdastExtensions: [nodes, mathFromMarkdown],
})

// Looking for addresses at each letter is half the work, and most pieces of text hold none.
const withoutAddresses = ways({
  extensions: [{ ...syntax, text: withoutAutolinks(syntax.text) }, mathSyntax],
  mdastExtensions: [nodes.filter((part) => !part.enter?.['literalAutolink']), mathFromMarkdown],
})

/** Stands in every text that holds an address without brackets; `&` may stand for any letter of it. */
const partOfAddress = /[@&]|www|http/i

const waysOf = (source: string) => (partOfAddress.test(source) ? whole : withoutAddresses)

/** CommonMark with GFM's tables, task lists, strikethrough, footnotes and bare links, and TeX. */
export const parser: Parser = {
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

function withoutAutolinks(constructs: ConstructRecord = {}): ConstructRecord {
  return Object.fromEntries(
    Object.entries(constructs).flatMap(([code, value]) => {
      const others = [value ?? []].flat().filter(({ name }) => !name?.endsWith('Autolink'))
      return others.length === 0 ? [] : [[code, others]]
    }),
  )
}

function ways(blocks: Options): Ways {
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
