import { describe, expect, it } from 'vitest'
import { boxSolid } from '#lib/geometry/box-solid.fixture.ts'
import { writeGlb as writeJson } from '#lib/gltf/glb.ts'
import { writePartsAsGlb } from '#model-files/import/write-glb.ts'
import { makeArm } from '#model-files/mesh/pose/arm.fixture.ts'
import { createWorkshop } from './workshop.ts'

function box(): Promise<Uint8Array> {
  const { positions, indices } = boxSolid([1, 0.5, 0.1])
  const material = {
    name: 'grey',
    color: [0.5, 0.5, 0.5, 1],
    metalness: 0,
    roughness: 1,
    emissive: [0, 0, 0],
  } as const
  return writePartsAsGlb({ parts: [{ positions, indices, material: 0 }], materials: [material] })
}

describe('createWorkshop', () => {
  it('applies the steps that the page can apply and reports whether the surface is closed', async () => {
    const { work } = createWorkshop()
    const glb = await box()
    const { answer: before } = await work({ type: 'report' }, glb)
    expect(before.surface).toMatchObject({ watertight: true, shells: 1, volume_cm3: 400_000 })
    const steps = [{ kind: 'height' as const, heightMm: 80 }, { kind: 'plate' as const }]
    const { answer, bytes } = await work({ type: 'change', steps }, glb)
    expect(answer.sentences).toEqual(['Scaled to 80 mm high.', 'Centred on the print bed.'])
    const { answer: after } = await work({ type: 'report' }, bytes)
    // The size changes from 1,000 to 80 mm: eight per cent along each side.
    expect(after.surface?.volume_cm3).toBeCloseTo(400_000 * 0.08 ** 3, 0)
    const flat = work({ type: 'change', steps: [{ kind: 'base', heightMm: 5_000 }] }, glb)
    await expect(flat).rejects.toMatchObject({ code: 'bad_model' })
    const format = 'stl' as const
    const stl = await work({ type: 'convert', format, name: 'Box', isToScale: false }, glb)
    // Two metres exceed a print bed, so the longest side becomes 100 mm.
    expect(stl.answer.sentences).toEqual(['Saved as STL, 50 mm high.'])
    expect(stl.bytes.byteLength).toBe(84 + 12 * 50)
    // The bones double the size of the arm, which its nodes do not show.
    const arm = await makeArm()
    const bent = await work({ type: 'convert', format, name: 'Arm', isToScale: false }, arm)
    expect(bent.answer.sentences[0]).toBe('Saved as STL, 66 mm high.')
    const view = new DataView(bent.bytes.buffer, bent.bytes.byteOffset)
    const heights = Array.from({ length: view.getUint32(80, true) * 3 }, (_, corner) =>
      view.getFloat32(96 + Math.floor(corner / 3) * 50 + (corner % 3) * 12 + 8, true),
    )
    expect(Math.max(...heights)).toBeCloseTo(66, 2)
    const empty = work({ type: 'report' }, writeJson({ asset: { version: '2.0' } }))
    await expect(empty).resolves.toMatchObject({ answer: { surface: { shells: 0 } } })
  })
})
