import { fileName } from '#lib/format.ts'
import { t } from '#languages/app.ts'
import type { Preview, PreviewKind } from '../preview-kinds/preview-kinds.ts'

const kindNames: Record<PreviewKind, string> = {
  html: t('Page'),
  svg: t('Picture'),
  mermaid: t('Diagram'),
  jsx: t('Component'),
  tsx: t('Component'),
  markdown: t('Text'),
  csv: t('Table'),
  tsv: t('Table'),
  gltf: t('3D model'),
  obj: t('3D model'),
  stl: t('3D model'),
}

const extensions: Partial<Record<PreviewKind, string>> = { mermaid: 'mmd', markdown: 'md' }

const titleMax = 60

export function getPreviewTitle(preview: Preview): string {
  const title = findWrittenTitle(preview)?.replaceAll(/\s+/g, ' ').trim().slice(0, titleMax)
  return title === undefined || title === '' ? kindNames[preview.kind] : title
}

export function findWrittenTitle({ kind, code }: Preview): string | undefined {
  if (kind === 'html' || kind === 'svg') {
    const [, title] = /<title[^>]{0,200}>([^<]{1,200})<\/title>/i.exec(code) ?? []
    const [, heading] = /<h1[^>]{0,300}>([^<]{1,200})<\/h1>/i.exec(code) ?? []
    return title ?? heading
  }
  if (kind === 'jsx' || kind === 'tsx') {
    return /export\s+default\s+(?:function|class)?\s*([A-Z]\w*)/.exec(code)?.[1]
  }
  if (kind === 'markdown') return /^#\s+(.{1,200})$/m.exec(code)?.[1]
  return undefined
}

export function getPreviewFileName(preview: Preview): string {
  const { kind } = preview
  return fileName(getPreviewTitle(preview), extensions[kind] ?? kind)
}
