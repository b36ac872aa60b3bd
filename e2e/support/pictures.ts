import { crc32 } from 'node:zlib'
import sharp from 'sharp'

/** Creates a red disc on a transparent background, 300 × 200 px. */
export const plainPicture = (): Promise<Buffer> =>
  sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><circle cx="150" cy="100" r="80" fill="#c33"/></svg>',
    ),
  )
    .png()
    .toBuffer()

/** Creates a PNG file that ends after its first half. */
export async function truncatedPng(): Promise<Buffer> {
  const noise = Buffer.from(Array.from({ length: 128 * 128 * 3 }, (_, at) => (at * 7919) % 251))
  const whole = await sharp(noise, { raw: { width: 128, height: 128, channels: 3 } })
    .png()
    .toBuffer()
  return whole.subarray(0, whole.length / 2)
}

/** Creates a PNG file of a few bytes whose header states `sidePx` × `sidePx` pixels. */
export function hugePng(sidePx: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(sidePx, 0)
  header.writeUInt32BE(sidePx, 4)
  header.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', Buffer.from([0x78, 0x9c, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01])),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
