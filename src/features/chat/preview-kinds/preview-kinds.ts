/** Text formats of 3D models. */
export type ModelKind = 'gltf' | 'obj' | 'stl'

export type PreviewKind =
  | 'html'
  | 'svg'
  | 'mermaid'
  | 'jsx'
  | 'tsx'
  | 'markdown'
  | 'csv'
  | 'tsv'
  | ModelKind
export type Preview = { kind: PreviewKind; code: string }

/** Searches for `asset`, which every glTF file has. */
const isModel = (code: string): boolean =>
  code.includes('"asset"') && code.includes('"meshes"') && code.includes('"accessors"')

/** Returns whether a file declares a React component. Other parts of a file cannot be rendered. */
const isComponent = (code: string): boolean =>
  /^(?:export\s+(?:default\s+)?)?(?:function|class|const)\s+[A-Z]/m.test(code) ||
  /^export\s+default\b/m.test(code) ||
  /\bcreateRoot\s*\(/.test(code)

const kinds: ReadonlyMap<string, PreviewKind> = new Map([
  ['html', 'html'],
  ['htm', 'html'],
  ['svg', 'svg'],
  ['mermaid', 'mermaid'],
  ['jsx', 'jsx'],
  ['tsx', 'tsx'],
  ['markdown', 'markdown'],
  ['md', 'markdown'],
  ['csv', 'csv'],
  ['tsv', 'tsv'],
  ['gltf', 'gltf'],
  ['obj', 'obj'],
  ['stl', 'stl'],
])

/**
 * Returns the kind of preview for a code block, or undefined if there is no preview.
 * @param code returns the source. Called only if the language does not decide the kind.
 */
export function getPreviewKind(language: string, code: () => string): PreviewKind | undefined {
  const name = language.toLowerCase()
  if (name === 'json') return isModel(code()) ? 'gltf' : undefined
  const kind = kinds.get(name)
  return isReact(kind) && !isComponent(code()) ? undefined : kind
}

const isReact = (kind: PreviewKind | undefined): boolean => kind === 'jsx' || kind === 'tsx'

export const isFramed = (kind: PreviewKind): boolean =>
  kind !== 'markdown' && kind !== 'csv' && kind !== 'tsv'
