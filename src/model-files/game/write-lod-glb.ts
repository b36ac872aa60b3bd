import { asRecord } from '#lib/fields.ts'
import { type Document, WebIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS } from '@gltf-transform/extensions'
import { toObjectList } from '../glb/glb-json.ts'
import { readGlb } from '../glb/glb-header.ts'
import { withDescription } from '../glb/rotate-glb.ts'
import type { LodNodes } from './add-lods.ts'

/**
 * Fractions of the screen's height above which each level of detail is shown, the most detailed
 * first.
 */
const coverage = [0.5, 0.2, 0.01]
const extension = 'MSFT_lod'

/**
 * Writes a GLB with all levels of detail (MSFT_lod). Viewers without the extension show the most
 * detailed level.
 */
export async function writeLodGlb(
  document: Document,
  lods: LodNodes,
): Promise<Uint8Array<ArrayBuffer>> {
  const glb = await new WebIO().registerExtensions(ALL_EXTENSIONS).writeBinary(document)
  if (lods.size === 0) return glb
  const places = new Map(
    document
      .getRoot()
      .listNodes()
      .map((node, at) => [node, at]),
  )
  const { root } = readGlb(glb)
  const nodes = [...toObjectList(root['nodes'])]
  for (const [node, levels] of lods) {
    const at = places.get(node)
    const held = at === undefined ? undefined : nodes[at]
    if (at === undefined || !held) continue
    nodes[at] = {
      ...held,
      extensions: {
        ...asRecord(held['extensions']),
        [extension]: { ids: levels.map((level) => places.get(level)) },
      },
      extras: { ...asRecord(held['extras']), MSFT_screencoverage: coverage },
    }
  }
  const used = Array.isArray(root['extensionsUsed']) ? root['extensionsUsed'] : []
  return withDescription(glb, { ...root, nodes, extensionsUsed: [...used, extension] })
}
