import { glbJsonStart } from '#lib/gltf/glb.ts'
import { BrokenModelError } from '../errors.ts'
import { type GlbHeader, readGlbHeader, readGlbJsonEnd, readGlbLength } from '../glb/glb-header.ts'

/** A description longer than this is not read before the file is opened. */
const descriptionMaxBytes = 64 * 2 ** 20

/**
 * Reads what a GLB on disk says about itself, and nothing else of it.
 *
 * @returns the header, or why there is none, as a sentence.
 */
export async function readFileHeader(file: Blob): Promise<GlbHeader | { reason: string }> {
  try {
    const start = new Uint8Array(await file.slice(0, glbJsonStart).arrayBuffer())
    readGlbLength(start)
    const end = Math.min(readGlbJsonEnd(start), glbJsonStart + descriptionMaxBytes)
    return readGlbHeader(new Uint8Array(await file.slice(0, end).arrayBuffer()))
  } catch (error) {
    if (error instanceof BrokenModelError) return { reason: error.message }
    // The file went away, or may not be read.
    if (error instanceof DOMException) return { reason: 'The browser could not read this file.' }
    throw error
  }
}
