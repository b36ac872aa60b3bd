import { describe, expect, it } from 'vitest'
import { getModelName, ownModels } from './own-models.ts'
import { toGlb } from './to-glb.ts'

const file = (name: string) => new File(['x'], name)

describe('ownModels', () => {
  it('returns the models, each with all other files', () => {
    const files = ['Chair.obj', 'chair.mtl', 'wood.PNG', 'robot.GLB', 'notes.txt'].map(file)
    const models = ownModels(files)
    expect(models.map((model) => model.file.name)).toEqual(['Chair.obj', 'robot.GLB'])
    expect(models[0]?.companions.map(({ name }) => name)).toEqual(['chair.mtl', 'wood.PNG'])
  })

  it('names models by their file name without the extension', () => {
    const names = ownModels(['My chair.v2.stl', '.glb'].map(file)).map(getModelName)
    expect(names).toEqual(['My chair.v2', 'Model'])
  })

  it('returns GLBs that toGlb does not change', async () => {
    const glb = file('a.glb')
    expect((await toGlb({ file: glb, companions: [] }))?.glb).toBe(glb)
  })
})
