import type { GlbHeader } from '#model-files/glb/glb-header.ts'
import { checkGlb } from '#model-files/inspect/check-glb.ts'
import { type PlainModel, readPlainModel } from '../first-look/plain-model.ts'

const headers = new WeakMap<Uint8Array, GlbHeader>()
const plains = new WeakMap<Uint8Array, Promise<PlainModel | undefined>>()

/** Checks and reads a GLB while the page is still being made that will show it. One that is broken is told of then. */
export function readAhead(bytes: Uint8Array<ArrayBuffer>): void {
  checkedGlb(bytes)
  if (!hasParser) plainModelOf(bytes).catch(() => {})
}

let hasParser = false

/** three.js is there: the scene draws every further model itself. */
export function noteParser(): void {
  hasParser = true
}

/** As `checkGlb`, once for each file. */
export function checkedGlb(bytes: Uint8Array<ArrayBuffer>): GlbHeader {
  const header = headers.get(bytes) ?? checkGlb(bytes)
  headers.set(bytes, header)
  return header
}

/** As `readPlainModel`, once for each file. */
export function plainModelOf(bytes: Uint8Array<ArrayBuffer>): Promise<PlainModel | undefined> {
  const plain = plains.get(bytes) ?? readPlainModel(bytes)
  plains.set(bytes, plain)
  return plain
}
