import { type Group, LoadingManager } from 'three'
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'
import { type Bounds, measureBounds } from './bounds.ts'
import { addDecoders } from './decoders.ts'
import { disposeTree } from './dispose.ts'
import { BrokenModelError } from './errors.ts'
import { type GlbHeader, readGlbHeader } from './glb-header.ts'
import type { LoadedModel } from './loaded-model.ts'
import { takeDownload } from './preload.ts'
import { weighTree } from './resources.ts'

/** A parsed GLB, ready to stand on the stage. Whoever has it calls `disposeTree(scene)` in the end. */
export type Model = {
  scene: Group
  bounds: Bounds
  facts: LoadedModel
  /** What it takes on the GPU. */
  weightBytes: number
}

const TRIANGLES_MAX = 20_000_000
/** Of one accessor; a few bytes of a broken file can ask for gigabytes of zeros. */
const ELEMENTS_MAX = 3 * TRIANGLES_MAX

/**
 * Downloads and parses a GLB file.
 *
 * Lengths come out in metres, y up, as glTF defines them. Textures are decoded before
 * the promise resolves, so the first frame is complete. The file's bytes are not kept.
 *
 * @param signal stops the download; parsing, once begun, runs to its end.
 * @param onProgress hears the share that is downloaded, 0 to 1.
 * @throws {BrokenModelError} if the file is not a GLB that can be shown.
 * @throws {ModelDownloadError} if it does not arrive.
 * @throws {DOMException} named `AbortError` if `signal` fires during the download.
 */
export async function loadGlb(
  url: string,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Model> {
  const download = takeDownload(url)
  download.watch(onProgress)
  signal.addEventListener('abort', download.cancel, { once: true })
  if (signal.aborted) download.cancel()
  const bytes = await download.bytes
  signal.removeEventListener('abort', download.cancel)

  const header = readGlbHeader(bytes)
  refuseUnfit(header, bytes.byteLength)
  const scene = await parse(bytes, header)
  const bounds = measureBounds(scene)
  if (!bounds) {
    disposeTree(scene)
    throw new BrokenModelError('This GLB cannot be shown: it has no surface, or one of no size.')
  }
  const size = bounds.box.max.clone().sub(bounds.box.min)
  return {
    scene,
    bounds,
    weightBytes: weighTree(scene),
    facts: {
      triangles: header.triangles,
      vertices: header.vertices,
      sizeBytes: bytes.byteLength,
      sizeMetres: [size.x, size.y, size.z],
      materials: header.materials,
      textures: header.textures.length,
    },
  }
}

function refuseUnfit(header: GlbHeader, receivedBytes: number): void {
  const { lengthBytes, triangles, vertices, elementsMax, externalUris } = header
  if (receivedBytes < lengthBytes) {
    throw new BrokenModelError(
      `The file ends too early: ${receivedBytes.toLocaleString('en')} of ` +
        `${lengthBytes.toLocaleString('en')} bytes are here.`,
    )
  }
  if (externalUris.length > 0) {
    throw new BrokenModelError(
      'This GLB needs other files from elsewhere, which are not fetched. Export it with everything inside.',
    )
  }
  if (vertices === 0) throw new BrokenModelError('This GLB is empty: its scene draws nothing.')
  if (triangles > TRIANGLES_MAX) {
    throw new BrokenModelError(
      `This model has ${triangles.toLocaleString('en')} triangles, more than the ` +
        `${TRIANGLES_MAX.toLocaleString('en')} that a browser can be trusted with.`,
    )
  }
  if (elementsMax > ELEMENTS_MAX) {
    throw new BrokenModelError('This GLB is damaged: it claims more data than it can hold.')
  }
}

async function parse(bytes: Uint8Array<ArrayBuffer>, header: GlbHeader): Promise<Group> {
  const manager = new LoadingManager()
  manager.setURLModifier((url) => {
    if (url.startsWith('blob:') || url.startsWith('data:')) return url
    throw new BrokenModelError('This GLB needs other files from elsewhere, which are not fetched.')
  })
  const loader = new GLTFLoader(manager)
  const release = await addDecoders(loader, header.extensionsUsed)
  try {
    const { scene } = await loader.parseAsync(exactBuffer(bytes), '')
    return scene
  } catch (cause) {
    if (cause instanceof BrokenModelError) throw cause
    throw new BrokenModelError('This GLB is damaged: its contents cannot be read.', { cause })
  } finally {
    release()
  }
}

const exactBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): ArrayBuffer =>
  byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength)
