import { shadePoint, type SurfacePoint } from './shade.ts'

const tableSide = 224
/** Converts a component c of a unit vector to a table position: `c * halfTable + halfTable`. */
export const halfTable = (tableSide - 1) / 2
const straightAhead = Float64Array.of(0, 0, 1)

type Surface = {
  readonly roughness: number
  readonly metalness: number
}

/**
 * Reflected light for each normal, for one roughness and metalness and a distant camera. Entries
 * are computed on first use.
 */
export class LightTable {
  readonly entries: Float32Array = new Float32Array(tableSide * tableSide * 6)
  readonly #isKnown = new Uint8Array(tableSide * tableSide)
  readonly #surface: SurfacePoint
  readonly #normal = new Float64Array(3)
  readonly #light = new Float64Array(3)

  constructor({ roughness, metalness }: Surface) {
    this.#surface = { red: 0, green: 0, blue: 0, roughness, metalness, occlusion: 1 }
  }

  /**
   * Returns the offset of a normal's entries.
   * @param column table position of the normal's x in camera coordinates: `x * halfTable +
   * halfTable`. `row` is the position of y, computed in the same way.
   */
  placeOf(column: number, row: number): number {
    const cell = row * tableSide + column
    if (this.#isKnown[cell] === 0) this.#fill(cell, column, row)
    return cell * 6
  }

  #fill(cell: number, column: number, row: number): void {
    const normal = this.#normal
    normal[0] = column / halfTable - 1
    normal[1] = row / halfTable - 1
    const across = normal[0] * normal[0] + normal[1] * normal[1]
    const scale = across > 1 ? 1 / Math.sqrt(across) : 1
    normal[0] *= scale
    normal[1] *= scale
    normal[2] = Math.sqrt(Math.max(0, 1 - across))
    const surface = this.#surface
    const light = this.#light
    for (const white of [0, 1]) {
      surface.red = surface.green = surface.blue = white
      shadePoint(surface, normal, straightAhead, light)
      for (let c = 0; c < 3; c++) {
        const base = white === 0 ? 0 : this.entries[cell * 6 + c]
        this.entries[cell * 6 + white * 3 + c] = light[c] - base
      }
    }
    this.#isKnown[cell] = 1
  }
}

/** Maximum number of cached tables, each of which takes 1.2 MB. */
const tablesMax = 8
const tables = new Map<string, LightTable>()

export function lightTableFor({ roughness, metalness }: Surface): LightTable {
  const key = `${roughness} ${metalness}`
  const table = tables.get(key) ?? new LightTable({ roughness, metalness })
  tables.delete(key)
  tables.set(key, table)
  const [oldest = key] = tables.keys()
  if (tables.size > tablesMax) tables.delete(oldest)
  return table
}
