import { Box3, LoadingManager } from 'three'
import { describe, expect, it } from 'vitest'
import { emptyReport } from '../import-report.ts'
import { create3dsChunk, floats, make3ds, text, words } from './3ds.fixture.ts'
import { read3ds } from './read-3ds.ts'

const key = (frame: number, ...values: number[]) => [...words(frame, 0, 0), ...floats(...values)]

const track = (kind: number, ...keys: (readonly number[])[]) =>
  create3dsChunk(kind, words(0, 0, 0, 0, 0, keys.length, 0), ...keys)

type Node = { kind?: number; id: number; parent?: number; name: string; tracks: number[][] }

const node = ({ kind = 0xb002, id, parent = 0xff_ff, name, tracks }: Node) =>
  create3dsChunk(
    kind,
    create3dsChunk(0xb030, words(id)),
    create3dsChunk(0xb010, text(name), words(0, 0, parent)),
    ...tracks,
  )

const matrix = create3dsChunk(0x4160, floats(1, 0, 0, 0, 1, 0, 0, 0, 1, 50, 0, 0))

function open(...nodes: number[][]) {
  const report = emptyReport()
  const bytes = make3ds({ matrix, keyframes: nodes.flat() })
  const { root, animations } = read3ds(bytes, new LoadingManager(), report)
  root.updateMatrixWorld(true)
  const { min, max } = new Box3().setFromObject(root, true)
  const box = [...min.toArray(), ...max.toArray()].map((value) => Math.round(value) + 0)
  return { box, animations, losses: report.losses }
}

describe('read3ds with keyframes', () => {
  it('places an object by its first keys, relative to its pivot', () => {
    const pivot = create3dsChunk(0xb013, floats(10, 0, 0))
    const tracks = [pivot, track(0xb020, key(0, 500, 0, 0)), track(0xb022, key(0, 2, 2, 2))]
    // Along x, the triangle extends from -60 to 140 relative to its pivot. The keys double the size
    // and add 500, so the result extends from 380 to 780.
    expect(open(node({ id: 0, name: 'Tile', tracks })).box).toEqual([380, 0, -200, 780, 0, 0])
  })

  it('turns clockwise, and moves children with their parent', () => {
    const turn = track(0xb021, key(0, Math.PI / 2, 0, 0, 1))
    const parent = node({ id: 7, name: '$$$DUMMY', tracks: [turn] })
    const place = track(0xb020, key(0, 50, 0, 0))
    const child = node({ id: 8, parent: 7, name: 'Tile', tracks: [place] })
    expect(open(parent, child).box).toEqual([0, 0, 0, 100, 0, 200])
  })

  it('draws an object once for each of its nodes', () => {
    const copies = [0, 1000].map((x, id) =>
      node({ id, name: 'Tile', tracks: [track(0xb020, key(0, x, 0, 0))] }),
    )
    expect(open(...copies).box).toEqual([-50, 0, -100, 1150, 0, 0])
  })

  it('animates objects, and adds the rotation of each key to the rotation of the previous key', () => {
    const quarter = [Math.PI / 2, 0, 0, 1] as const
    const turns = track(0xb021, key(0, 0, 0, 0, 1), key(30, ...quarter), key(60, ...quarter))
    const { animations, losses } = open(node({ id: 0, name: 'Tile', tracks: [turns] }))
    const [turned] = animations[0]?.tracks ?? []
    expect(animations[0]?.duration).toBe(2)
    expect(Array.from(turned?.values.slice(-4) ?? [], (value) => Math.round(value) + 0)).toEqual([
      0, 0, -1, 0,
    ])
    expect(losses).toHaveLength(1)
  })

  it('keeps objects on cameras at their modelled position, and reports these objects', () => {
    const camera = node({ kind: 0xb003, id: 0, name: 'Camera', tracks: [] })
    const place = track(0xb020, key(0, 900, 0, 0))
    const { box, losses } = open(camera, node({ id: 1, parent: 0, name: 'Tile', tracks: [place] }))
    expect(box).toEqual([0, 0, -100, 200, 0, 0])
    expect(losses).toEqual(['Motion left out: 1 object attached to a camera or a light.'])
  })

  it('ignores parents that lead back to themselves', () => {
    const nodes = [0, 1].map((id) => node({ id, parent: 1 - id, name: 'Tile', tracks: [] }))
    expect(open(...nodes).box).toEqual([0, 0, -100, 200, 0, 0])
  })
})
