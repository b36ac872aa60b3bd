import type { Animation, Document, Node } from '@gltf-transform/core'
import { sampleAt, sampleNodes } from './sample-animation.ts'
import type { ModelPose } from './model-pose.ts'

/** Gives the nodes of a document the transforms and morph weights of a pose. */
export function applyPose(document: Document, { clip, seconds = 0, morphs = [] }: ModelPose): void {
  const root = document.getRoot()
  const amounts = new Map(morphs.map(({ name, amount }) => [name, amount]))
  if (amounts.size > 0) {
    for (const node of root.listNodes()) applyMorphs(node, amounts)
  }
  const animation = clip === undefined ? undefined : root.listAnimations()[clip]
  if (!animation) return
  for (const [node, { move, turn, scale }] of sampleNodes(animation, seconds)) {
    node.setTranslation(move.toArray()).setRotation(turn.toArray()).setScale(scale.toArray())
  }
  applyWeights(animation, seconds)
}

export function getMorphWeights(node: Node): number[] {
  const own = node.getWeights()
  return own.length > 0 ? own : (node.getMesh()?.getWeights() ?? [])
}

function applyMorphs(node: Node, amounts: ReadonlyMap<string, number>): void {
  const mesh = node.getMesh()
  const count = mesh?.listPrimitives()[0]?.listTargets().length ?? 0
  if (!mesh || count === 0) return
  const stated: unknown = mesh.getExtras()['targetNames']
  const names: readonly unknown[] = Array.isArray(stated) && stated.length === count ? stated : []
  const before = getMorphWeights(node)
  node.setWeights(
    Array.from({ length: count }, (_, at) => {
      // three.js names a morph target without a name by its index.
      const name = names[at]
      return amounts.get(typeof name === 'string' ? name : String(at)) ?? before[at] ?? 0
    }),
  )
}

function applyWeights(animation: Animation, seconds: number): void {
  for (const channel of animation.listChannels()) {
    const [node, sampler] = [channel.getTargetNode(), channel.getSampler()]
    if (channel.getTargetPath() !== 'weights' || !node || !sampler) continue
    const count = node.getMesh()?.listPrimitives()[0]?.listTargets().length ?? 0
    if (count > 0) node.setWeights(sampleAt(sampler, seconds, count))
  }
}
