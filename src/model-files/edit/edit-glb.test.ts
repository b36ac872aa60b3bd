import { Document, type Material, WebIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS, type EmissiveStrength } from '@gltf-transform/extensions'
import { describe, expect, it } from 'vitest'
import { readGlbChunks } from '#lib/gltf/glb.ts'
import { createBox } from '../mesh/solids.ts'
import { editGlb } from './edit-glb.ts'
import type { EditStep, MaterialChange } from './edit-steps.ts'

const io = new WebIO().registerExtensions(ALL_EXTENSIONS)
const oldPicture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1])
const newPicture = {
  bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 2]),
  mimeType: 'image/png',
  name: 'new',
}

/**
 * Returns two boxes in a named hierarchy with two materials. Only the first material has a texture.
 */
async function createGlb(hasUvs = true): Promise<Uint8Array<ArrayBuffer>> {
  const document = new Document()
  const buffer = document.createBuffer()
  const { positions, uvs = new Float32Array(), indices } = createBox([1, 1, 1])
  const list = (type: 'VEC3' | 'VEC2' | 'SCALAR', array: Float32Array | Uint32Array) =>
    document.createAccessor().setType(type).setArray(new Float32Array(array)).setBuffer(buffer)
  const picture = document.createTexture('old').setImage(oldPicture).setMimeType('image/png')
  const materials = [
    document.createMaterial('Wood').setBaseColorTexture(hasUvs ? picture : null),
    document.createMaterial('Glass').setAlpha(0.4).setAlphaMode('BLEND'),
  ]
  const root = document.createNode('Table')
  document.createScene('Room').addChild(root)
  for (const material of materials) {
    const primitive = document
      .createPrimitive()
      .setAttribute('POSITION', list('VEC3', positions))
      .setIndices(document.createAccessor().setArray(new Uint32Array(indices)).setBuffer(buffer))
      .setMaterial(material)
    if (hasUvs) primitive.setAttribute('TEXCOORD_0', list('VEC2', uvs))
    const name = `${material.getName()} part`
    root.addChild(
      document.createNode(name).setMesh(document.createMesh(name).addPrimitive(primitive)),
    )
  }
  document.createAnimation('Empty')
  return io.writeBinary(document)
}

async function change(
  place: number,
  wish: MaterialChange,
): Promise<{ material: Material; document: Document }> {
  const { glb } = await editGlb(await createGlb(), {
    kind: 'material',
    material: place,
    change: wish,
  })
  const document = await io.readBinary(glb)
  return { document, material: document.getRoot().listMaterials()[place]! }
}

describe('editGlb', () => {
  it('changes only the given values of one material', async () => {
    const { material, document } = await change(1, {
      color: '#FF8000',
      metalness: 0.25,
      roughness: 0.75,
    })
    const [red, green, blue, alpha] = material.getBaseColorFactor()
    expect([red, green, blue].map((value) => Number(value.toFixed(4)))).toEqual([1, 0.2159, 0])
    expect(alpha).toBeCloseTo(0.4)
    expect(material.getMetallicFactor()).toBe(0.25)
    expect(material.getRoughnessFactor()).toBe(0.75)
    expect(material.getAlphaMode()).toBe('BLEND')
    const [wood] = document.getRoot().listMaterials()
    expect(wood?.getBaseColorFactor()).toEqual([1, 1, 1, 1])
  })

  it('keeps the names of nodes, meshes, scenes and animations', async () => {
    const { document } = await change(0, { roughness: 0.2 })
    const root = document.getRoot()
    expect(
      root
        .listNodes()
        .map((node) => node.getName())
        .toSorted(),
    ).toEqual(['Glass part', 'Table', 'Wood part'])
    expect(root.listMeshes().map((mesh) => mesh.getName())).toEqual(['Wood part', 'Glass part'])
    expect(root.listScenes().map((scene) => scene.getName())).toEqual(['Room'])
    expect(root.listAnimations().map((animation) => animation.getName())).toEqual(['Empty'])
  })

  it('leaves no empty list of mappings when it removes a variant', async () => {
    let glb = await createGlb()
    const apply = async (step: EditStep) => {
      glb = (await editGlb(glb, step)).glb
      return JSON.stringify(readGlbChunks(glb).json)
    }
    for (const [material, name] of ['Red', 'Blue'].entries()) {
      await apply({ kind: 'variant', material, change: { color: '#FF0000' }, name })
    }
    const one = await apply({ kind: 'remove-variant', variant: 0 })
    expect(one).toContain('KHR_materials_variants')
    expect(one).not.toContain('"mappings":[]')
    expect(await apply({ kind: 'remove-variant', variant: 0 })).not.toContain('variants')
  })

  it('makes a material transparent, and opaque again without a texture', async () => {
    expect((await change(0, { opacity: 0.5 })).material.getAlphaMode()).toBe('BLEND')
    const { material } = await change(1, { opacity: 1 })
    expect([material.getAlphaMode(), material.getAlpha()]).toEqual(['OPAQUE', 1])
  })

  it('writes an emissive strength above 1 as KHR_materials_emissive_strength, and removes the extension at 1', async () => {
    const { material } = await change(1, { emissive: '#FFFFFF', emissiveStrength: 4 })
    const strength = material.getExtension<EmissiveStrength>('KHR_materials_emissive_strength')
    expect(strength?.getEmissiveStrength()).toBe(4)
    const plain = await change(1, { emissive: '#FFFFFF', emissiveStrength: 1 })
    expect(plain.material.getExtension('KHR_materials_emissive_strength')).toBeNull()
  })

  it('replaces a texture and removes the picture that nothing uses any more', async () => {
    const { document, material } = await change(0, { pictures: { color: newPicture } })
    expect(material.getBaseColorTexture()?.getImage()).toEqual(newPicture.bytes)
    expect(document.getRoot().listTextures()).toHaveLength(1)
    const removed = await change(0, { pictures: { color: 'none' } })
    expect(removed.material.getBaseColorTexture()).toBeNull()
    expect(removed.document.getRoot().listTextures()).toHaveLength(0)
  })

  it('makes a new emissive texture visible', async () => {
    const { material } = await change(0, { pictures: { emissive: newPicture } })
    expect(material.getEmissiveFactor()).toEqual([1, 1, 1])
  })

  it('declares WebP pictures', async () => {
    const { document } = await change(0, {
      pictures: { normal: { ...newPicture, mimeType: 'image/webp' } },
    })
    const used = document.getRoot().listExtensionsUsed()
    expect(used.map(({ extensionName }) => extensionName)).toContain('EXT_texture_webp')
  })

  it('refuses a texture for surfaces without texture coordinates', async () => {
    const glb = await createGlb(false)
    const step = {
      kind: 'material',
      material: 0,
      change: { pictures: { color: newPicture } },
    } as const
    await expect(editGlb(glb, step)).rejects.toThrow('no texture coordinates')
  })

  it('refuses a material that is not in the file', async () => {
    await expect(change(7, { roughness: 1 })).rejects.toThrow('not in the file')
  })
})

const readJson = (glb: Uint8Array<ArrayBuffer>) => io.binaryToJSON(glb)
const apply = async (glb: Uint8Array<ArrayBuffer>, ...steps: EditStep[]) => {
  let edited = glb
  for (const step of steps) edited = new Uint8Array((await editGlb(edited, step)).glb)
  return edited
}

const getVariants = async (glb: Uint8Array<ArrayBuffer>) => {
  const { json } = await readJson(glb)
  const { variants } = (json.extensions?.['KHR_materials_variants'] ?? {}) as {
    variants?: { name: string }[]
  }
  return variants?.map(({ name }) => name)
}
const getMappings = async (glb: Uint8Array<ArrayBuffer>) => {
  const { json } = await readJson(glb)
  return json.meshes?.map(({ primitives }) =>
    (
      primitives[0]?.extensions?.['KHR_materials_variants'] as
        | { mappings: { material: number; variants: number[] }[] }
        | undefined
    )?.mappings.map(({ material, variants }) => [
      json.materials?.[material]?.name,
      json.materials?.[material]?.pbrMetallicRoughness?.baseColorFactor ?? [1, 1, 1, 1],
      variants,
    ]),
  )
}

describe('variants', () => {
  const red = {
    kind: 'variant',
    material: 0,
    change: { color: '#FF0000' },
    name: 'Red',
  } as const satisfies EditStep
  it('adds a variant and leaves the own material unchanged', async () => {
    const glb = await apply(await createGlb(), red)
    expect(await getVariants(glb)).toEqual(['Red'])
    expect(await getMappings(glb)).toEqual([[['Wood Red', [1, 0, 0, 1], [0]]], undefined])
    const document = await io.readBinary(glb)
    const [wood] = document.getRoot().listMaterials()
    expect(wood?.getBaseColorFactor()).toEqual([1, 1, 1, 1])
    expect(document.getRoot().listMeshes()[0]?.listPrimitives()[0]?.getMaterial()).toBe(wood)
  })

  it('adds another material to the variant of the same name, and replaces a material of the variant', async () => {
    const glb = await apply(
      await createGlb(),
      red,
      { ...red, material: 1 },
      { ...red, change: { color: '#00FF00' } },
      { ...red, name: 'Blue', change: { color: '#0000FF' } },
    )
    expect(await getVariants(glb)).toEqual(['Red', 'Blue'])
    expect(await getMappings(glb)).toEqual([
      [
        ['Wood Red', [0, 1, 0, 1], [0]],
        ['Wood Blue', [0, 0, 1, 1], [1]],
      ],
      [['Glass Red', [1, 0, 0, 0.4], [0]]],
    ])
  })

  it('renames and removes a variant, with the materials that only it uses', async () => {
    const blue = { ...red, name: 'Blue', change: { color: '#0000FF' } } as const
    const glb = await apply(await createGlb(), red, blue, {
      kind: 'rename-variant',
      variant: 1,
      name: 'Navy',
    })
    expect(await getVariants(glb)).toEqual(['Red', 'Navy'])
    const less = await apply(glb, { kind: 'remove-variant', variant: 0 })
    expect(await getVariants(less)).toEqual(['Navy'])
    const { json } = await readJson(less)
    expect(json.materials?.map(({ name }) => name)).toEqual(['Wood', 'Glass', 'Wood Blue'])
  })

  it('refuses more than 32 variants', async () => {
    const steps = Array.from({ length: 32 }, (_, at) => ({ ...red, name: `Colour ${at}` }))
    const full = await apply(await createGlb(), ...steps)
    await expect(editGlb(full, { ...red, name: 'One more' })).rejects.toThrow(/at most 32/)
  })
})
