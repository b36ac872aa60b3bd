import type { Nodes, PhrasingContent } from 'mdast'
import { parser, type Parser } from '../parse/parse.ts'

/**
 * Parses text that is still growing. Footnote definitions follow at the end of the text, so numeric
 * marks are treated as references before their definition is known.
 */
export const liveParser: Parser = {
  blocks: (source) => withMarks(parser.blocks(source), source),
  inline: (source) => withMarks(parser.inline(source), source),
}

const mark = /\[\^(\d{1,3})\](?!:)/

function withMarks<T extends Nodes>(nodes: T[], source: string): T[] {
  if (mark.test(source)) for (const node of nodes) putMarks(node)
  return nodes
}

function putMarks(node: Nodes): void {
  if (!('children' in node)) return
  for (const child of node.children) putMarks(child)
  if (!node.children.some((child) => child.type === 'text' && mark.test(child.value))) return
  const children: Nodes[] = node.children
  children.splice(0, children.length, ...children.flatMap(splitMarks))
}

function splitMarks(node: Nodes): Nodes[] {
  if (node.type !== 'text') return [node]
  // `split` returns the captured labels between the texts.
  return node.value.split(mark).flatMap((part, at): PhrasingContent[] => {
    if (at % 2 === 1) return [{ type: 'footnoteReference', identifier: part, label: part }]
    return part === '' ? [] : [{ type: 'text', value: part }]
  })
}
