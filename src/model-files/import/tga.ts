import { TGALoader } from 'three/addons/loaders/TGALoader.js'
import { getExtension } from './endings.ts'
import type { NamedFile } from './named-file.ts'

const sideMax = 16_384

/**
 * Converts TGA files to PNG, because no browser reads TGA. Files that cannot be read are left out,
 * so they are reported as missing.
 */
export async function withPngs(files: readonly NamedFile[]): Promise<NamedFile[]> {
  const made: NamedFile[] = []
  for (const file of files) {
    if (getExtension(file.name) !== '.tga') made.push(file)
    else {
      const bytes = await getPng(file.bytes)
      if (bytes) made.push({ name: file.name, bytes })
    }
  }
  return made
}

async function getPng(tga: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const { data, width = 0, height = 0 } = new TGALoader().parse(tga.slice().buffer)
    if (!data || width > sideMax || height > sideMax) return undefined
    const canvas = new OffscreenCanvas(width, height)
    const picture = new ImageData(new Uint8ClampedArray(data), width, height)
    canvas.getContext('2d')?.putImageData(picture, 0, 0)
    const png = await canvas.convertToBlob({ type: 'image/png' })
    return new Uint8Array(await png.arrayBuffer())
  } catch {
    return undefined
  }
}
