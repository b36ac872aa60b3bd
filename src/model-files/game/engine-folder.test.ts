import { unzipSync, strFromU8 } from 'fflate'
import { describe, expect, it } from 'vitest'
import { writePartsAsGlb } from '../import/write-glb.ts'
import { createBall } from '../print/bodies.fixture.ts'
import { readGlbParts } from '../mesh/read-glb-parts.ts'
import { startSolids } from '../print/solid.ts'
import type { GameEngine } from './game-options.ts'
import { makeGameFile } from './make-game-file.ts'

async function makeFolder(
  engine: GameEngine,
  name = 'toy bear',
): Promise<Record<string, Uint8Array>> {
  const glb = await writePartsAsGlb({
    parts: [{ ...createBall(), name: 'Ball' }],
    materials: [
      { name: 'Clay', color: [1, 1, 1, 1], metalness: 0, roughness: 1, emissive: [0, 0, 0] },
    ],
  })
  const options = { engine, pivot: 'base', lods: 'folder', collider: 'parts' } as const
  const { bytes, ending } = await makeGameFile(
    glb,
    { name, options },
    { startSolids: () => startSolids() },
  )
  expect(ending).toBe('zip')
  return unzipSync(bytes)
}
const read = (files: Record<string, Uint8Array>, name: string) => strFromU8(files[name]!)

describe('createEngineFiles', () => {
  it('writes a Godot scene whose resources all exist', async () => {
    const files = await makeFolder('godot')
    const scene = read(files, 'toy bear/toy bear.tscn')
    const [header = ''] = scene.split('\n')
    const resources = [
      ...scene.matchAll(/^\[ext_resource type="(\w+)" path="([^"]+)" id="(\w+)"\]/gm),
    ]
    expect(header).toBe(`[gd_scene load_steps=${resources.length + 1} format=3]`)
    for (const [, , at] of resources) expect(Object.keys(files)).toContain(`toy bear/${at}`)
    const ids = resources.map(([, , , id]) => id)
    const used = [...scene.matchAll(/ExtResource\("(\w+)"\)/g)].map(([, id]) => id)
    expect(new Set(used)).toEqual(new Set(ids))
    const nodes = [...scene.matchAll(/^\[node name="([^"]+)"/gm)].map(([, name]) => name)
    expect(nodes).toEqual(['toy bear', 'LOD0', 'LOD1', 'LOD2'])
    // Distances of 5 and 15 m for a 1 m model become 0.2 and 0.6 m for a 40 mm ball.
    expect(scene).toContain('distances = PackedFloat32Array(0.2, 0.6)')
  })

  it('writes fewer triangles in each level of detail, and colliders in the first level', async () => {
    const files = await makeFolder('godot')
    const counts = await Promise.all(
      [0, 1, 2].map(async (level) => {
        const { parts } = await readGlbParts(
          new Uint8Array(files[`toy bear/toy bear_LOD${level}.glb`]!),
        )
        return parts.map(({ indices }) => indices.length / 3)
      }),
    )
    expect(counts[0]).toHaveLength(2)
    expect(counts[1]).toHaveLength(1)
    expect(counts[1]![0]).toBeLessThan(counts[0]![0]! * 0.55)
    expect(counts[2]![0]).toBeLessThan(counts[1]![0]! * 0.6)
    expect(read(files, 'toy bear/toy bear_LOD1.glb.import')).toContain('importer="scene"')
  })

  it('writes a Unity script with a valid class name and one height per level', async () => {
    const files = await makeFolder('unity', 'Bär 2')
    expect(Object.keys(files).filter((name) => !name.endsWith('.glb'))).toEqual([
      'Bär 2/README.txt',
      'Bär 2/Editor/Make_Ba_r_2.cs',
    ])
    const script = read(files, 'Bär 2/Editor/Make_Ba_r_2.cs')
    expect(script).toContain('public static class Make_Ba_r_2\n')
    expect(script).toContain('{ 0.5f, 0.2f, 0.01f }')
    expect(script.split('{')).toHaveLength(script.split('}').length)
  })
})
