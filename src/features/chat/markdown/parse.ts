import type { Nodes, PhrasingContent, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { mathFromMarkdown } from './math-nodes.ts'
import { mathSyntax } from './math-syntax.ts'

export type Parser = {
  /** Top-level nodes of a Markdown text, with `position`s relative to it. */
  blocks: (source: string) => RootContent[]
  /** A piece from the middle of a paragraph, where `1.` or `#` at the start mean nothing. */
  inline: (source: string) => PhrasingContent[]
}

const options = {
  extensions: [gfm(), mathSyntax],
  mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown],
}

const inlineOptions = {
  ...options,
  extensions: [
    ...options.extensions,
    {
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
    },
  ],
}

/** CommonMark with GFM's tables, task lists, strikethrough, footnotes and bare links, and TeX. */
export const parser: Parser = {
  blocks: (source) => fromMarkdown(source, options).children,
  inline: (source) =>
    fromMarkdown(source, inlineOptions).children.flatMap((node) =>
      node.type === 'paragraph' ? node.children : [],
    ),
}

/** Drops `position` from a tree, which is most of its memory and of no use once it is drawn. */
export function withoutPositions<T extends Nodes>(node: T): T {
  delete node.position
  if ('children' in node) for (const child of node.children) withoutPositions(child)
  return node
}
