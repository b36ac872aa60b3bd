import { createRandom } from '#engine/random.ts'
import { loadDraws } from '#engine/thumbnail/load-draws.ts'
import { joinDraws, type JoinedScene } from '../engine/others/photograph.ts'

/** An object with its surroundings. Coordinates are relative to the mat, in mm, with z up. */
export type ScanScene = {
  readonly object: JoinedScene
  readonly seed: number
  readonly longest: number
  readonly table: (x: number, y: number) => readonly [number, number, number]
  readonly room: (azimuth: number, elevation: number) => readonly [number, number, number]
}

export const toSeed = (name: string): number =>
  Array.from(name).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)

/** Places a model on the mat, 95 to 130 mm long. The room depends on the model's name. */
export async function createScene(name: string, glb: Uint8Array): Promise<ScanScene> {
  const seed = toSeed(name)
  const random = createRandom(seed)
  const longest = 95 + 35 * random()
  const joined = joinDraws(await loadDraws(glb))
  const yaw = random() * 2 * Math.PI
  const object = {
    ...joined,
    positions: placeOnMat(turnUp(joined.positions, yaw), longest),
    normals: turnUp(joined.normals, yaw),
  }
  const bases = [
    [0.25, 0.1, 0.03],
    [0.48, 0.27, 0.11],
    [0.1, 0.05, 0.03],
    [0.58, 0.55, 0.5],
    getMeanColour(joined),
  ]
  return {
    object,
    seed,
    longest,
    table: createWood(bases[Math.floor(random() * bases.length)], random),
    room: createRoom(random),
  }
}

function turnUp(values: Float32Array, yaw: number): Float32Array {
  const [c, s] = [Math.cos(yaw), Math.sin(yaw)]
  const turned = new Float32Array(values.length)
  for (let k = 0; k < values.length; k += 3) {
    const [x, y, z] = [values[k], -values[k + 2], values[k + 1]]
    turned[k] = c * x - s * y
    turned[k + 1] = s * x + c * y
    turned[k + 2] = z
  }
  return turned
}

export function measureBox(positions: Float32Array): { min: number[]; max: number[] } {
  const box = { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] }
  for (let k = 0; k < positions.length; k++) {
    box.min[k % 3] = Math.min(box.min[k % 3], positions[k])
    box.max[k % 3] = Math.max(box.max[k % 3], positions[k])
  }
  return box
}

function placeOnMat(positions: Float32Array, longest: number): Float32Array {
  const { min, max } = measureBox(positions)
  const scale = longest / Math.max(...max.map((value, k) => value - min[k]))
  const centre = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, min[2]]
  return positions.map((value, k) => (value - centre[k % 3]) * scale)
}

function getMeanColour({ draws }: JoinedScene): number[] {
  const sum = [0, 0, 0]
  for (const { material } of draws) {
    for (let c = 0; c < 3; c++) sum[c] += material.baseColour[c] / draws.length
  }
  return sum.map((value) => value * 0.6)
}

function createWood(base: readonly number[], random: () => number): ScanScene['table'] {
  const waves = Array.from({ length: 12 }, () => ({
    across: 0.02 + random() * 0.5,
    along: 0.002 + random() * 0.01,
    phase: random() * 6.28,
    size: 0.03 + random() * 0.08,
  }))
  const side = 1600
  const factors = Float32Array.from({ length: side * side }, (_, i) => {
    const [x, y] = [(i % side) - side / 2, Math.floor(i / side) - side / 2]
    let factor = 1
    for (const { across, along, phase, size } of waves) {
      factor += size * Math.sin(across * x + along * y + phase + along * y)
    }
    return factor
  })
  return (x, y) => {
    const factor = factors[Math.floor(y + side / 2) * side + Math.floor(x + side / 2)] ?? 1
    return [base[0] * factor, base[1] * factor, base[2] * factor]
  }
}

/**
 * Paints a random panorama of a room with a wall, a floor, furniture and windows. Returns a
 * function that looks up the colour in a direction.
 */
function createRoom(random: () => number): ScanScene['room'] {
  const [columns, rows] = [720, 360]
  const colours = new Float32Array(columns * rows * 3)
  const paint = (box: readonly number[], colour: readonly number[]) => {
    for (let row = Math.max(0, Math.floor(box[1])); row < Math.min(rows, box[3]); row++) {
      for (let x = Math.floor(box[0]); x < box[2]; x++) {
        colours.set(colour, (row * columns + (x % columns)) * 3)
      }
    }
  }
  const grey = 0.3 + 0.3 * random()
  paint([0, 0, columns, rows], [grey, grey * 0.97, grey * 0.9])
  paint([0, 200, columns, rows], [0.15, 0.11, 0.08])
  for (let k = 0; k < 90; k++) {
    const [x, y] = [random() * columns, 90 + random() * 130]
    const box = [x, y, x + 8 + random() * 40, y + 8 + random() * 40]
    paint(box, [random() ** 2, random() ** 2, random() ** 2])
  }
  for (let k = 0; k < 3; k++) {
    const x = random() * columns
    paint([x, 90, x + 30, 150], [1.2, 1.25, 1.3])
  }
  return (azimuth, elevation) => {
    const turns = azimuth / (2 * Math.PI)
    const column = Math.floor((turns - Math.floor(turns)) * columns) % columns
    const row = Math.min(rows - 1, Math.floor((0.5 - elevation / Math.PI) * rows))
    const i = (row * columns + column) * 3
    return [colours[i], colours[i + 1], colours[i + 2]]
  }
}
