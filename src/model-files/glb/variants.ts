import { isRecord } from '#lib/fields.ts'
import { type Group, type Material, Mesh } from 'three'
import type { GLTF } from 'three/addons/loaders/GLTFLoader.js'
import { toObjectList, toObject } from './glb-json.ts'
import { readVariant } from './variant-address.ts'

type Chosen = {
  scene: Group
  scenes: string[]
  place: number
  variants: string[]
}

/** Applies the scene and material variant in the address, by default those of the file. */
export async function chooseVariant(gltf: GLTF, url: string): Promise<Chosen> {
  const own = Math.max(0, gltf.scenes.indexOf(gltf.scene))
  const { scene: wanted = own, variant = Number.NaN } = readVariant(url)
  const place = gltf.scenes[wanted] ? wanted : own
  const scene = gltf.scenes[place] ?? gltf.scene
  const variants = variantNames(gltf.parser.json)
  if (variants[variant] !== undefined) await applyMaterials(gltf, scene, variant)
  return {
    scene,
    place,
    scenes: gltf.scenes.map(({ name }, at) => name || `Scene ${at + 1}`),
    variants,
  }
}

function variantNames(root: unknown): string[] {
  if (!isRecord(root)) return []
  const { variants } = toObject(toObject(root['extensions'])['KHR_materials_variants'])
  return toObjectList(variants).map(({ name }, at) =>
    typeof name === 'string' && name !== '' ? name : `Variant ${at + 1}`,
  )
}

async function applyMaterials({ parser }: GLTF, scene: Group, variant: number): Promise<void> {
  const targets: { mesh: Mesh; material: number }[] = []
  scene.traverse((mesh) => {
    if (!(mesh instanceof Mesh)) return
    const known = toObject(mesh.userData['gltfExtensions'])['KHR_materials_variants']
    const mapping = toObjectList(toObject(known)['mappings']).find(
      ({ variants }) => Array.isArray(variants) && variants.includes(variant),
    )
    if (typeof mapping?.['material'] === 'number') {
      targets.push({ mesh, material: mapping['material'] })
    }
  })
  for (const { mesh, material } of targets) {
    const made: Material = await parser.getDependency('material', material)
    mesh.material = made
    parser.assignFinalMaterial(mesh)
  }
}
