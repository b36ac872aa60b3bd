import type { GlbHeader } from '#model-files/glb/glb-header.ts'
import { checkGlb } from '#model-files/inspect/check-glb.ts'
import { type PreviewModel, readPreviewModel } from '../preview/preview.ts'

const headers = new WeakMap<Uint8Array, GlbHeader>()
const plains = new WeakMap<Uint8Array, Promise<PreviewModel | undefined>>()

/**
 * Checks and reads a GLB while the page is still being prepared. The viewer reports broken files
 * later.
 */
export function readAhead(bytes: Uint8Array<ArrayBuffer>): void {
  checkedGlb(bytes)
  if (!hasParser) getPlainModel(bytes).catch(() => {})
}

let hasParser = false

/** Records that three.js is loaded, after which `readAhead` reads no simple version of a model. */
export function markParserLoaded(): void {
  hasParser = true
}

/** Returns `checkGlb`'s result, cached per file. */
export function checkedGlb(bytes: Uint8Array<ArrayBuffer>): GlbHeader {
  const header = headers.get(bytes) ?? checkGlb(bytes)
  headers.set(bytes, header)
  return header
}

/** Returns `readPreviewModel`'s result, cached per file. */
export function getPlainModel(bytes: Uint8Array<ArrayBuffer>): Promise<PreviewModel | undefined> {
  const plain = plains.get(bytes) ?? readPreviewModel(bytes)
  plains.set(bytes, plain)
  return plain
}
