import type { EmbeddedPicture, PartMaterial } from '../../mesh/parts.ts'
import { toGltfPicture } from '../pictures/gltf-picture.ts'
import { layOver, type PictureLayer } from '../pictures/lay-over.ts'
import { unpainted } from '../read-three.ts'
import { contentAt } from './package-paths.ts'
import type { CornerSurface } from './properties.ts'

type Files = ReadonlyMap<string, Uint8Array<ArrayBuffer>>
type Picture = NonNullable<CornerSurface['picture']>

type Look = {
  readonly picture?: Picture | undefined
  readonly isPainted: boolean
  readonly alpha: number
}

/** The materials of a 3MF, one for each pair of picture and opacity. */
export class MfLooks {
  readonly #looks: Look[] = []
  readonly #places = new Map<string, number>()

  getPlain(): number {
    return this.#put({ isPainted: false, alpha: 1 })
  }

  getPlace({ color, picture }: CornerSurface): number {
    const alpha = Math.round((color?.[3] ?? 1) * 255) / 255
    return this.#put({ picture, isPainted: color !== undefined, alpha })
  }

  #put(look: Look): number {
    const { picture, isPainted, alpha } = look
    const key = JSON.stringify([picture?.path, picture?.below, isPainted, alpha])
    const known = this.#places.get(key)
    if (known !== undefined) return known
    this.#places.set(key, this.#looks.length)
    return this.#looks.push(look) - 1
  }

  getMissing(files: Files): string[] {
    const paths = new Set(this.#looks.flatMap(({ picture }) => picture?.path ?? []))
    return [...paths].filter((path) => !getPicture(files, path))
  }

  getMaterials(files: Files): PartMaterial[] {
    return this.#looks.map(({ picture, isPainted, alpha }) => {
      const isPlain = !picture && !isPainted
      const [red, green, blue] = isPlain ? unpainted.color : [1, 1, 1]
      const name = picture ? getBase(picture.path) : isPainted ? 'painted' : unpainted.name
      const shown = picture && show(files, picture)
      return {
        ...unpainted,
        name,
        color: [red, green, blue, alpha],
        ...(shown && { picture: shown }),
      }
    })
  }
}

function show(files: Files, { path, below = [] }: Picture): EmbeddedPicture | undefined {
  const picture = getPicture(files, path)
  if (!picture || below.length === 0) return picture
  const layers = below.flatMap((layer): PictureLayer[] => {
    if (typeof layer !== 'string') return [layer]
    const own = getPicture(files, layer)
    return own ? [own] : []
  })
  return layOver(picture, layers)
}

const getBase = (path: string): string => path.split('/').at(-1) ?? path

/** Detects the format from the bytes, because a 3MF can give a picture the wrong extension. */
function getPicture(files: Files, path: string): EmbeddedPicture | undefined {
  const bytes = contentAt(files, path)
  return bytes && toGltfPicture(bytes, getBase(path))
}
