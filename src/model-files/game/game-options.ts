export type GameEngine = 'unity' | 'unreal' | 'godot' | 'blender' | 'roblox'
export type Pivot = 'file' | 'base' | 'centre'
export type LodForm = 'none' | 'one-file' | 'files' | 'folder'
export type ColliderForm = 'none' | 'whole' | 'parts'

export type GameOptions = {
  engine: GameEngine
  pivot: Pivot
  lods: LodForm
  collider: ColliderForm
}

/** Fractions of the triangles per level of detail, the most detailed first. */
export const lodRatios = [1, 0.5, 0.2] as const

type EngineFacts = {
  value: GameEngine
  label: string
  hint: string
  nameCollider: (node: string, at: number) => string
}

/** Game engines that convert a GLB's fixed axes and unit: y up, metres. */
export const gameEngines: readonly EngineFacts[] = [
  {
    value: 'unity',
    label: 'Unity',
    hint: 'Import with glTFast. Coarser levels end in _LOD1, _LOD2; add a mesh collider to _Collider.',
    nameCollider: (node) => `${node}_Collider`,
  },
  {
    value: 'unreal',
    label: 'Unreal Engine',
    hint: 'Import with Interchange. Colliders are named UCX_, so that they become convex collision.',
    nameCollider: (node, at) => `UCX_${node}_${String(at).padStart(2, '0')}`,
  },
  {
    value: 'godot',
    label: 'Godot',
    hint: 'Colliders end in -convcolonly, so that they become static bodies. Godot makes its own levels of detail.',
    nameCollider: (node) => `${node}-convcolonly`,
  },
  {
    value: 'blender',
    label: 'Blender',
    hint: 'Import as glTF. Colliders and levels are objects of their own.',
    nameCollider: (node) => `${node}_collider`,
  },
  {
    value: 'roblox',
    label: 'Roblox',
    hint: 'Choose metres in the importer. A mesh has at most 20,000 triangles.',
    nameCollider: (node) => `${node}_Collision`,
  },
]

export const getGameEngine = (engine: GameEngine): EngineFacts => {
  const facts = gameEngines.find(({ value }) => value === engine)
  if (!facts) throw new TypeError(`There is no engine ${engine}.`)
  return facts
}

export type GameQuestion = { url: string; name: string; options: GameOptions }

export type GameAnswer = {
  bytes: Uint8Array<ArrayBuffer>
  ending: 'glb' | 'zip'
  triangles: number[]
  colliders: number
}
