import type { Definition, FootnoteDefinition, Nodes, RootContent } from 'mdast'

export type Footnote = { identifier: string; children: FootnoteDefinition['children'] }

export type Resolved = {
  nodes: RootContent[]
  /** Footnotes in the order of their first reference, without unreferenced footnotes. */
  footnotes: Footnote[]
}

/**
 * Resolves references in place. Reference links become inline links, and footnote marks get their
 * number as label.
 */
export function resolveReferences(nodes: RootContent[]): Resolved {
  const definitions = new Map<string, Definition>()
  const notes = new Map<string, FootnoteDefinition>()
  for (const node of walk(nodes)) {
    // In CommonMark, the first definition of a name wins.
    if (node.type === 'definition' && !definitions.has(node.identifier)) {
      definitions.set(node.identifier, node)
    }
    if (node.type === 'footnoteDefinition' && !notes.has(node.identifier)) {
      notes.set(node.identifier, node)
    }
  }
  const mentioned: string[] = []
  const number = (identifier: string) => {
    const known = mentioned.indexOf(identifier)
    return known === -1 ? mentioned.push(identifier) : known + 1
  }
  const outside = nodes.filter((node) => node.type !== 'footnoteDefinition')
  resolve(outside, definitions, number)
  // The array grows during the loop, because a footnote may refer to another footnote.
  const footnotes: Footnote[] = []
  for (let at = 0; at < mentioned.length; at++) {
    const identifier = mentioned[at] ?? ''
    const children = notes.get(identifier)?.children ?? []
    resolve(children, definitions, number)
    footnotes.push({ identifier, children })
  }
  return { nodes: outside, footnotes }
}

function resolve(
  nodes: RootContent[],
  definitions: ReadonlyMap<string, Definition>,
  number: (identifier: string) => number,
): void {
  for (const node of walk(nodes)) {
    if (node.type === 'footnoteReference') node.label = String(number(node.identifier))
    if (!('children' in node)) continue
    const children: Nodes[] = node.children
    for (const [at, child] of children.entries()) {
      if (child.type !== 'linkReference' && child.type !== 'imageReference') continue
      const { url, title } = definitions.get(child.identifier) ?? { url: '', title: null }
      children[at] =
        child.type === 'linkReference'
          ? { type: 'link', url, title: title ?? null, children: child.children }
          : { type: 'image', url, title: title ?? null, alt: child.alt ?? null }
    }
  }
}

function* walk(nodes: readonly Nodes[]): Generator<Nodes, void, undefined> {
  for (const node of nodes) {
    yield node
    if ('children' in node) yield* walk(node.children)
  }
}

export const citation = /\[(\d{1,3})\]/

export const mayCite = (text: string): boolean => citation.test(text)

export const reference = /\\(eq)?ref\s*\{([^{}]*)\}/g

export const mayRefer = (text: string): boolean => text.search(reference) >= 0
