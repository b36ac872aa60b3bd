import { findChild, type FbxNode, getNumbers, getText } from './fbx-node.ts'
import { type FbxObject, type FbxScene, linkObjects, toOldId } from './fbx-scene.ts'

const transforms = new Map([
  ['T', 'Lcl Translation'],
  ['R', 'Lcl Rotation'],
  ['S', 'Lcl Scaling'],
])

/** Adds the animations of an FBX 6, which are outside the objects, in the form of FBX 7. */
export function addTakes({ version, nodes, objects }: FbxScene): void {
  if (version >= 7000) return
  const takes = nodes.filter(({ name }) => name === 'Takes').flatMap(({ children }) => children)
  for (const take of takes) {
    if (take.name !== 'Take') continue
    const builder = new TakeBuilder(objects, getText(take))
    const [start, stop] = Array.from(getNumbers(findChild(take, 'LocalTime')))
    const stack = builder.add('AnimationStack', take, {
      ...(start !== undefined && { LocalStart: start }),
      ...(stop !== undefined && { LocalStop: stop }),
    })
    const layer = builder.add('AnimationLayer', take)
    linkObjects(layer, stack, '')
    for (const child of take.children) {
      const target = child.name === 'Model' ? objects.get(toOldId(child.values[0])) : undefined
      if (target) builder.addChannels(child, target, layer)
    }
  }
}

const getChannels = ({ children }: FbxNode): FbxNode[] =>
  children.filter(({ name }) => name === 'Channel')

class TakeBuilder {
  readonly #objects: Map<string, FbxObject>
  readonly #name: string

  constructor(objects: Map<string, FbxObject>, name: string) {
    this.#objects = objects
    this.#name = name
  }

  add(kind: string, node: FbxNode, stated: Record<string, number> = {}): FbxObject {
    const object: FbxObject = {
      id: `${kind} ${this.#objects.size}`,
      kind,
      name: this.#name,
      type: '',
      node,
      properties: new Map(Object.entries(stated).map(([name, value]) => [name, [value]])),
      children: [],
      parents: [],
    }
    this.#objects.set(object.id, object)
    return object
  }

  addChannels(node: FbxNode, target: FbxObject, layer: FbxObject): void {
    for (const channel of getChannels(node)) {
      const name = getText(channel)
      if (name === 'Transform') {
        for (const part of getChannels(channel)) {
          const property = transforms.get(getText(part))
          if (property !== undefined) this.#addCurves(part, { target, property, layer })
        }
        continue
      }
      const shape = findShape(target, name)
      if (shape) this.#addCurves(channel, { target: shape, property: 'DeformPercent', layer })
    }
  }

  #addCurves(
    node: FbxNode,
    {
      target,
      property,
      layer,
    }: { readonly target: FbxObject; readonly property: string; readonly layer: FbxObject },
  ): void {
    const sources = findChild(node, 'Key') ? [node] : getChannels(node)
    const curves = sources.filter((one) => findChild(one, 'Key'))
    if (curves.length === 0) return
    const curveNode = this.add('AnimationCurveNode', node)
    linkObjects(curveNode, layer, '')
    linkObjects(curveNode, target, property)
    for (const source of curves) {
      linkObjects(this.add('AnimationCurve', source), curveNode, `d|${getText(source)}`)
    }
  }
}

function findShape(model: FbxObject, name: string): FbxObject | undefined {
  const geometries = model.children.filter(({ object }) => object.kind === 'Geometry')
  return geometries
    .flatMap(({ object }) => object.children)
    .flatMap(({ object }) => object.children)
    .find(({ object }) => object.type === 'BlendShapeChannel' && object.name === name)?.object
}
