import { type FbxFile, type FbxNode, type FbxValue, findChild } from './fbx-node.ts'

export type FbxLink = {
  readonly object: FbxObject
  readonly property: string
}

export type FbxObject = {
  readonly id: string
  readonly kind: string
  readonly name: string
  readonly type: string
  readonly node: FbxNode
  /** The object's own properties, then the default properties of its kind. */
  readonly properties: ReadonlyMap<string, readonly FbxValue[]>
  readonly children: FbxLink[]
  readonly parents: FbxLink[]
}

export type FbxScene = {
  readonly version: number
  readonly creator: string
  readonly objects: Map<string, FbxObject>
  readonly settings: ReadonlyMap<string, readonly FbxValue[]>
  readonly nodes: readonly FbxNode[]
}

type Properties = Map<string, readonly FbxValue[]>

/** Reads an FBX 6 or 7 as objects and the connections between them. */
export function getFbxScene({ version, nodes }: FbxFile): FbxScene {
  const isOld = version < 7000
  const sections = nodes
    .filter(({ name }) => name === 'Objects')
    .flatMap(({ children }) => children)
  const templates = getTemplates(nodes)
  const objects = new Map<string, FbxObject>()
  for (const node of sections) {
    const [first, second] = node.values
    const [name, kind] = splitName(isOld ? first : second)
    const id = isOld ? `${kind || node.name}::${name}` : String(first)
    if (first === undefined || objects.has(id)) continue
    const type = String((isOld ? second : node.values[2]) ?? '')
    const template = templates.get(node.name) ?? new Map()
    const properties = new Map([...template, ...getProperties(node)])
    objects.set(id, {
      id,
      kind: node.name,
      name,
      type,
      node,
      properties,
      children: [],
      parents: [],
    })
  }
  if (isOld) addOwnGeometry(objects)
  connect(nodes, objects, isOld)
  const settings = findChild(
    { name: '', values: [], children: [...nodes, ...sections] },
    'GlobalSettings',
  )
  return { version, creator: getCreator(nodes), objects, settings: getProperties(settings), nodes }
}

function getCreator(nodes: readonly FbxNode[]): string {
  const header = nodes.find(({ name }) => name === 'FBXHeaderExtension')
  const stated = [
    findChild(header, 'Creator'),
    nodes.find(({ name }) => name === 'Creator'),
  ].flatMap((node) => node?.values ?? [])
  return stated.map(String).join(' ')
}

/**
 * Splits `Model::Cube` into name and kind. Binary files store the same text as `Cube\0\x01Model`.
 */
function splitName(value: FbxValue | undefined): [name: string, kind: string] {
  const text = String(value ?? '')
  const [name = '', kind] = text.split('\0\u0001')
  if (kind !== undefined) return [name, kind]
  const found = /^(\w+)::([\s\S]*)$/.exec(text)
  return found ? [found[2] ?? '', found[1] ?? ''] : [text, '']
}

function getProperties(node: FbxNode | undefined): Properties {
  const properties: Properties = new Map()
  for (const { name, children } of node?.children ?? []) {
    const skipped = { Properties70: 4, Properties60: 3 }[name]
    if (skipped === undefined) continue
    for (const { values } of children) properties.set(String(values[0]), values.slice(skipped))
  }
  return properties
}

function getTemplates(nodes: readonly FbxNode[]): Map<string, Properties> {
  const templates = new Map<string, Properties>()
  const definitions = nodes.find(({ name }) => name === 'Definitions')
  for (const { name, values, children } of definitions?.children ?? []) {
    if (name !== 'ObjectType') continue
    const template = children.find((one) => one.name === 'PropertyTemplate')
    templates.set(String(values[0]), getProperties(template))
  }
  return templates
}

const geometryId = (id: string) => `${id} geometry`

/** Moves the mesh of a model in FBX 6 to a separate object, as in FBX 7. */
function addOwnGeometry(objects: Map<string, FbxObject>): void {
  for (const model of Array.from(objects.values())) {
    const isDrawn = ['Vertices', 'KnotVector', 'KnotVectorU', 'PointsIndex'].some((name) =>
      findChild(model.node, name),
    )
    if (model.kind !== 'Model' || !isDrawn) continue
    const id = geometryId(model.id)
    const geometry: FbxObject = {
      ...model,
      id,
      kind: 'Geometry',
      type: findChild(model.node, 'Vertices') ? 'Mesh' : model.type,
      properties: new Map(),
      children: [],
      parents: [],
    }
    objects.set(id, geometry)
    linkObjects(geometry, model, '')
  }
}

export function linkObjects(child: FbxObject, parent: FbxObject, property: string): void {
  parent.children.push({ object: child, property })
  child.parents.push({ object: parent, property })
}

/** Returns the id of an object in FBX 6, which is its name. */
export function toOldId(value: FbxValue | undefined): string {
  const [name, kind] = splitName(value)
  return `${kind}::${name}`
}

function connect(
  nodes: readonly FbxNode[],
  objects: ReadonlyMap<string, FbxObject>,
  isOld: boolean,
): void {
  const toId = (value: FbxValue | undefined) => (isOld ? toOldId(value) : String(value))
  const lines = nodes
    .filter(({ name }) => name === 'Connections')
    .flatMap(({ children }) => children)
  for (const { values } of lines) {
    const child = objects.get(toId(values[1]))
    let parent = objects.get(toId(values[2]))
    if (isOld && child?.kind === 'Deformer' && parent?.kind === 'Model') {
      parent = objects.get(geometryId(parent.id)) ?? parent
    }
    if (child && parent && child !== parent) linkObjects(child, parent, String(values[3] ?? ''))
  }
}

export function getVector(
  { properties }: Pick<FbxObject, 'properties'>,
  name: string,
  usual = 0,
): [number, number, number] {
  const values = properties.get(name) ?? []
  const at = (place: number) => {
    const value = values[place]
    return typeof value === 'number' && Number.isFinite(value) ? value : usual
  }
  return [at(0), at(1), at(2)]
}

export function getNumber(
  { properties }: Pick<FbxObject, 'properties'>,
  name: string,
): number | undefined {
  const value = properties.get(name)?.[0]
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
