import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'

const columns = 6
const rows = 5
const cell = { width: 240, height: 180, label: 16 }

export type PagePicture = { readonly png: Buffer; readonly label: string }

export function contactSheets(folder: string) {
  let shots: PagePicture[] = []
  let page = 0
  const flush = async () => {
    if (shots.length === 0) return
    await mkdir(folder, { recursive: true })
    page++
    await writeSheet(join(folder, `${String(page).padStart(3, '0')}.png`), shots)
    shots = []
  }
  return {
    add: async (shot: PagePicture) => {
      shots.push(shot)
      if (shots.length === columns * rows) await flush()
    },
    flush,
  }
}

async function writeSheet(path: string, shots: readonly PagePicture[]): Promise<void> {
  const height = cell.height + cell.label
  const pieces: OverlayOptions[] = []
  for (const [at, { png, label }] of shots.entries()) {
    const left = (at % columns) * cell.width
    const top = Math.floor(at / columns) * height
    const input = await sharp(png).resize(cell.width, cell.height, { fit: 'cover' }).toBuffer()
    pieces.push({ input, left, top }, { input: labelled(label), left, top: top + cell.height })
  }
  const background = { r: 0, g: 0, b: 0 }
  await sharp({
    create: { width: columns * cell.width, height: rows * height, channels: 3, background },
  })
    .composite(pieces)
    .png({ palette: true })
    .toFile(path)
}

function labelled(text: string): Buffer {
  const safe = text.slice(-44).replaceAll(/[^\w ./()+-]/g, '_')
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${cell.width}" height="${cell.label}"><text x="2" y="11" font-size="9" font-family="sans-serif" fill="white">${safe}</text></svg>`,
  )
}
