import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

/** Returns a sample picture with a transparent background, as a PNG of `side` × `side` pixels. */
export async function readSample(root: string, side: number): Promise<Uint8Array> {
  const file = await readFile(join(root, 'public/samples/teddy-bear.webp'))
  return sharp(file).resize(side).png().toBuffer()
}
