import { BrokenModelError, damagedGlb } from '../errors.ts'
import { type Json, toIndices, toObjectList } from '../glb/glb-json.ts'

const nodesMax = 200_000
/** Maximum depth of a node tree, because loaders are recursive. */
const depthMax = 1_000

/**
 * Checks that the nodes of every scene are trees of limited depth (glTF 2.0, section 3.5.2).
 * @throws {BrokenModelError} otherwise.
 */
export function checkNodes(root: Json): void {
  const nodes = toObjectList(root['nodes'])
  const meshes = toObjectList(root['meshes']).length
  const scenes = toObjectList(root['scenes'])
  if (nodes.length > nodesMax) {
    throw new BrokenModelError(
      `This model has ${nodes.length.toLocaleString('en')} nodes, too many for a browser.`,
    )
  }
  const { scene } = root
  if (scene !== undefined && !(typeof scene === 'number' && scenes[scene])) {
    throw damagedGlb('the default scene is missing')
  }
  for (const node of nodes) checkNode(node, meshes)
  const isParted = new Uint8Array(nodes.length)
  for (const node of nodes) {
    for (const child of getChildren(node['children'], nodes.length)) {
      if (isParted[child] === 1) throw damagedGlb('a node has two parents')
      isParted[child] = 1
    }
  }
  const roots = new Set(scenes.flatMap((one) => getChildren(one['nodes'], nodes.length)))
  checkDepth(nodes, roots)
}

/**
 * Checks the depth of all node trees. Each node has one parent, so a node is below a root or in a
 * cycle.
 */
function checkDepth(nodes: readonly Json[], roots: ReadonlySet<number>): void {
  const depth = new Int32Array(nodes.length).fill(-1)
  const starts = [...roots, ...nodes.keys()]
  for (const start of starts) {
    if (depth[start] !== -1) continue
    const waiting: { index: number; level: number }[] = [{ index: start, level: 0 }]
    const inThisWalk = new Set<number>()
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { index, level } = next
      if (inThisWalk.has(index)) throw damagedGlb('its nodes form a cycle')
      if (level > depthMax) throw damagedGlb('its nodes are nested too deeply')
      inThisWalk.add(index)
      depth[index] = level
      for (const child of toIndices(nodes[index]?.['children'])) {
        waiting.push({ index: child, level: level + 1 })
      }
    }
  }
}

const lengths: Readonly<Record<string, number>> = {
  matrix: 16,
  translation: 3,
  rotation: 4,
  scale: 3,
}

function checkNode(node: Json, meshes: number): void {
  const { mesh } = node
  if (
    mesh !== undefined &&
    !(toIndices([mesh]).length === 1 && Number(mesh) >= 0 && Number(mesh) < meshes)
  ) {
    throw damagedGlb('a node refers to a missing mesh')
  }
  for (const [name, length] of Object.entries(lengths)) {
    const value = node[name]
    if (value === undefined) continue
    const isRight =
      Array.isArray(value) && value.length === length && value.every((one) => Number.isFinite(one))
    if (!isRight) throw damagedGlb('a node has an invalid transform')
  }
  if (node['children'] !== undefined && !Array.isArray(node['children'])) {
    throw damagedGlb('a node has invalid children')
  }
}

function getChildren(value: unknown, length: number): number[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) throw damagedGlb('its list of nodes cannot be read')
  return value.map((index) => {
    const isThere = Number.isSafeInteger(index) && Number(index) >= 0 && Number(index) < length
    if (!isThere) throw damagedGlb('a node is missing')
    return Number(index)
  })
}
