import { glbJsonStart } from '#lib/gltf/glb.ts'
import { BrokenModelError } from '../errors.ts'
import {
  type GlbHeader,
  readGlbHeader,
  readModelJsonEnd,
  readModelLength,
} from '../glb/glb-header.ts'

const descriptionMaxBytes = 64 * 2 ** 20

/**
 * Reads only the facts in a GLB's JSON chunk.
 * @returns the header, or a sentence that says why there is no header.
 */
export async function readFileHeader(file: Blob): Promise<GlbHeader | { reason: string }> {
  try {
    const start = new Uint8Array(await file.slice(0, glbJsonStart).arrayBuffer())
    readModelLength(start)
    const end = Math.min(readModelJsonEnd(start), glbJsonStart + descriptionMaxBytes)
    return readGlbHeader(new Uint8Array(await file.slice(0, end).arrayBuffer()))
  } catch (error) {
    if (error instanceof BrokenModelError) return { reason: error.message }
    // A DOMException means that the file was moved or cannot be read.
    if (error instanceof DOMException) return { reason: 'The browser could not read this file.' }
    throw error
  }
}
