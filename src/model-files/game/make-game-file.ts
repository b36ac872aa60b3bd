import { type Document, Logger, type Node as GltfNode, WebIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS } from '@gltf-transform/extensions'
import { cloneDocument, prune } from '@gltf-transform/functions'
import { zipSync } from 'fflate'
import type { ManifoldToplevel } from 'manifold-3d/manifold'
import { sumTriangles } from '../mesh/parts.ts'
import { readGlbDocument, readParts } from '../mesh/read-glb-parts.ts'
import { measureExtent } from '../mesh/extent.ts'
import { addColliders } from './add-colliders.ts'
import { addLods, type LodNodes } from './add-lods.ts'
import { createEngineFiles } from './engine-folder.ts'
import {
  type GameAnswer,
  type GameEngine,
  type GameQuestion,
  getGameEngine,
  lodRatios,
  type Pivot,
} from './game-options.ts'
import { writeLodGlb } from './write-lod-glb.ts'

type GameTools = {
  startSolids: () => Promise<ManifoldToplevel>
  onProgress?: (fraction: number) => void
}

/** Prepares a GLB for a game engine. Names of nodes, bones and animations stay. */
export async function makeGameFile(
  glb: Uint8Array<ArrayBuffer>,
  { name, options }: Pick<GameQuestion, 'name' | 'options'>,
  { startSolids, onProgress = () => {} }: GameTools,
): Promise<GameAnswer> {
  const { engine, pivot, lods, collider } = options
  const document = await read(glb)
  const whole = sumTriangles(readParts(document))
  onProgress(0.2)
  const nodes: LodNodes = lods === 'none' ? new Map() : await addLods(document, lodRatios.slice(1))
  onProgress(0.6)
  const colliders =
    collider === 'none'
      ? []
      : addColliders(document, {
          form: collider,
          getName: getGameEngine(engine).nameCollider,
          solids: await startSolids(),
        })
  setPivot(document, pivot)
  onProgress(0.8)
  const triangles = [whole, ...countLevels(nodes)]
  if (lods === 'none' || lods === 'one-file') {
    return {
      bytes: await writeLodGlb(document, nodes),
      ending: 'glb',
      triangles,
      colliders: colliders.length,
    }
  }
  return {
    bytes: await zipLevels(document, {
      nodes,
      colliders,
      name,
      engine: lods === 'folder' ? engine : undefined,
    }),
    ending: 'zip',
    triangles,
    colliders: colliders.length,
  }
}

async function read(glb: Uint8Array<ArrayBuffer>): Promise<Document> {
  const document = await readGlbDocument(glb)
  document.setLogger(new Logger(Logger.Verbosity.ERROR))
  return document
}

const countLevels = (nodes: LodNodes): number[] =>
  nodes.size === 0
    ? []
    : lodRatios.slice(1).map((_, at) =>
        [...nodes.values()].reduce((sum, levels) => {
          const primitives = levels[at]?.getMesh()?.listPrimitives() ?? []
          return (
            sum + primitives.reduce((own, one) => own + (one.getIndices()?.getCount() ?? 0) / 3, 0)
          )
        }, 0),
      )

type Levels = {
  nodes: LodNodes
  colliders: readonly GltfNode[]
  name: string
  engine: GameEngine | undefined
}

async function zipLevels(
  document: Document,
  { nodes, colliders, name, engine }: Levels,
): Promise<Uint8Array<ArrayBuffer>> {
  const io = new WebIO().registerExtensions(ALL_EXTENSIONS)
  const own = new Map([...nodes.keys()].map((node) => [node, node.getMesh()]))
  const meshes = [...nodes].map(([node, levels]) => ({
    node,
    levels: levels.map((level) => level.getMesh()),
  }))
  const { low, high } = measureExtent(readParts(document).parts)
  const longest = Math.max(...high.map((value, axis) => value - (low[axis] ?? 0)))
  for (const levels of nodes.values()) for (const level of levels) level.dispose()
  const files: Record<string, Uint8Array> = {}
  for (const at of lodRatios.keys()) {
    for (const { node, levels } of meshes) {
      node.setMesh(at === 0 ? (own.get(node) ?? null) : (levels[at - 1] ?? null))
    }
    if (at === 1) for (const collider of colliders) collider.dispose()
    files[`${name}_LOD${at}.glb`] = await writeUsed(io, document)
  }
  if (engine !== undefined) {
    const added = createEngineFiles(engine, { name, levels: lodRatios.length, longest })
    const all = { ...files, ...added }
    return zipSync(
      Object.fromEntries(Object.entries(all).map(([file, bytes]) => [`${name}/${file}`, bytes])),
      { level: 1 },
    )
  }
  return zipSync(files, { level: 1 })
}

async function writeUsed(io: WebIO, document: Document): Promise<Uint8Array> {
  const copy = cloneDocument(document)
  copy.setLogger(new Logger(Logger.Verbosity.ERROR))
  await copy.transform(prune({ keepLeaves: true, keepAttributes: true, keepSolidTextures: true }))
  return io.writeBinary(copy)
}

/** Moves the model so that its base or centre is at the origin. */
function setPivot(document: Document, pivot: Pivot): void {
  const root = document.getRoot()
  const scene = root.getDefaultScene() ?? root.listScenes()[0]
  if (pivot === 'file' || !scene) return
  const { low, high } = measureExtent(readParts(document).parts)
  const middle = low.map((value, axis) => (value + (high[axis] ?? 0)) / 2)
  const [x = 0, y = 0, z = 0] = middle
  const node = document
    .createNode(scene.getName() || 'Model')
    .setTranslation([-x, pivot === 'base' ? -low[1] : -y, -z])
  for (const child of scene.listChildren()) node.addChild(child)
  scene.addChild(node)
}
