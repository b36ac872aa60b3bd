import type { LossNoun } from '../loss-noun.ts'
import { type Document as Gltf, Document, type Node, WebIO } from '@gltf-transform/core'
import { EXTTextureWebP, KHRTextureTransform } from '@gltf-transform/extensions'
import { Matrix4 } from 'three'
import { formatPlural } from '#lib/format.ts'
import type { EmbeddedPicture } from '../../mesh/parts.ts'
import { trianglesMax } from '../../triangles-max.ts'
import { UnworkableModelError } from '../../unworkable-model-error.ts'
import type { ImportReport } from '../import-report.ts'
import { addFbxAnimations } from './fbx-animation.ts'
import { addBoneBodies } from './fbx-bones.ts'
import { getMorphWeight, getRestWeight, readFbxMorphs } from './fbx-deformers.ts'
import { type FbxLoss, FbxMeshes, type FbxMeshShape } from './fbx-meshes.ts'
import { createFbxPictures } from './fbx-pictures.ts'
import { type FbxFile, findChild, getNumbers, getText } from './fbx-node.ts'
import { readFbxFile } from './read-nodes.ts'
import { type FbxObject, type FbxScene, getFbxScene, getNumber } from './fbx-scene.ts'
import { addTakes } from './fbx-takes.ts'
import {
  getGeometricMatrix,
  getLocalMatrix,
  getParentModel,
  getUprightMatrix,
} from './fbx-transform.ts'

const oldestVersion = 6000
const modelsMax = 100_000
/** Maximum depth of the hierarchy. Deeper hierarchies exceed the call stack of glTF readers. */
const depthMax = 400

/**
 * Converts an FBX of version 6 or 7 to GLB in metres and y up, with hierarchy, skins, morph targets
 * and animations.
 * @param pictureNamed returns the file of a name, if the user added the file.
 * @throws {UnworkableModelError} if the FBX cannot be read, or is too large.
 */
export async function readFbx(
  bytes: Uint8Array,
  pictureNamed: (name: string) => EmbeddedPicture | undefined,
  report: ImportReport,
): Promise<Uint8Array<ArrayBuffer>> {
  const file = readFbxFile(bytes)
  if (file.version < oldestVersion) throw createAgeError(getStatedVersion(file))
  const scene = getFbxScene(file)
  addTakes(scene)
  const document = new Document()
  document.createBuffer()
  new SceneWriter(document, scene, pictureNamed).write(report)
  for (const accessor of document.getRoot().listAccessors()) {
    accessor.setBuffer(document.getRoot().listBuffers()[0] ?? null)
  }
  return new WebIO().registerExtensions([EXTTextureWebP, KHRTextureTransform]).writeBinary(document)
}

/** Returns the version from the header, which differs from the first bytes in old files. */
function getStatedVersion({ version, nodes }: FbxFile): number {
  const header = nodes.find(({ name }) => name === 'FBXHeaderExtension')
  return getNumbers(findChild(header, 'FBXVersion'))[0] ?? version
}

function createAgeError(version: number): UnworkableModelError {
  const [major, minor] = [Math.floor(version / 1000), Math.floor((version % 1000) / 100)]
  return new UnworkableModelError(
    `This FBX has version ${major}.${minor}, from before 2006. Only versions 6 and 7 can be opened: ` +
      'convert it with the program that wrote it, or with Autodesk’s FBX Converter.',
  )
}

type Skinned = { readonly node: Node; readonly model: FbxObject; readonly shape: FbxMeshShape }

class SceneWriter {
  readonly #document: Gltf
  readonly #scene: FbxScene
  readonly #meshes: FbxMeshes
  readonly #nodes = new Map<FbxObject, Node>()
  readonly #world = new Map<FbxObject, Matrix4>()
  readonly #skinned: Skinned[] = []
  readonly #morphed = new Map<FbxObject, Node[]>()
  readonly #counts = new Map<FbxLoss, number>()
  #triangles = 0
  #hasShape = false

  constructor(
    document: Gltf,
    scene: FbxScene,
    pictureNamed: (name: string) => EmbeddedPicture | undefined,
  ) {
    this.#document = document
    this.#scene = scene
    const pictures = createFbxPictures(scene, pictureNamed)
    this.#meshes = new FbxMeshes(document, {
      scene,
      pictures,
      leaveOut: (what) => this.#count(what),
    })
  }

  #count(what: FbxLoss, number = 1): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + number)
  }

  write(report: ImportReport): void {
    const models = [...this.#scene.objects.values()].filter(({ kind }) => kind === 'Model')
    if (models.length > modelsMax) {
      throw new UnworkableModelError('This FBX has too many objects for a browser.')
    }
    for (const model of models) this.#nodes.set(model, this.#document.createNode(model.name))
    const root = this.#document.createNode('Model')
    root.setMatrix(toTuple(getUprightMatrix(this.#scene)))
    this.#document.createScene().addChild(root)
    for (const model of models) this.#place(model, root)
    const hidden = this.#getHidden(models)
    for (const model of models) this.#addShape(model, hidden)
    for (const one of this.#skinned) this.#addSkin(one)
    const bones = models.filter(({ type }) => type === 'LimbNode')
    if (!this.#hasShape) {
      if (!addBoneBodies(this.#document, bones, this.#nodes)) throw createEmptyError()
      report.losses.push('This file has motion but no mesh: its skeleton is shown.')
    }
    this.#countUnsupported()
    const morphs = [...this.#morphed].map(([geometry, nodes]) => ({
      nodes,
      morphs: readFbxMorphs(geometry),
    }))
    report.losses.push(
      ...addFbxAnimations(this.#document, this.#scene, { nodes: this.#nodes, morphs }),
    )
    report.losses.push(...describeCounts(this.#counts))
  }

  #countUnsupported(): void {
    for (const { kind, type, node } of this.#scene.objects.values()) {
      if (type === 'Skin' && /Dual|Blend/.test(getText(findChild(node, 'SkinningType')))) {
        this.#count('dual quaternion skin')
      }
      if (kind === 'Deformer' && /Cache/.test(type)) this.#count('vertex cache')
      if (kind === 'Constraint') this.#count('constraint')
    }
  }

  #place(model: FbxObject, root: Node): void {
    const node = this.#nodes.get(model)
    const parent = getParentModel(model)
    if (getDepth(model) > depthMax) {
      this.#count('too deeply nested object')
      return
    }
    const above = parent && !isBelow(parent, model) ? this.#nodes.get(parent) : undefined
    if (!node) return
    const target = above ?? root
    target.addChild(node)
    node.setMatrix(toTuple(getLocalMatrix(model)))
  }

  #getHidden(models: readonly FbxObject[]): ReadonlySet<FbxObject> {
    const meshes = models.filter((model) => getGeometry(model))
    const hidden = new Set(meshes.filter((model) => isHidden(model)))
    if (hidden.size === meshes.length) return new Set()
    this.#count('hidden object', hidden.size)
    return hidden
  }

  #addShape(model: FbxObject, hidden: ReadonlySet<FbxObject>): void {
    const kinds: Readonly<Record<string, LossNoun>> = { Light: 'light', Camera: 'camera' }
    const kind = new Map(Object.entries(kinds)).get(model.type)
    if (kind !== undefined) this.#count(kind)
    const geometry = getGeometry(model)
    const node = this.#nodes.get(model)
    if (!geometry || !node || hidden.has(model)) return
    const shape = this.#meshes.read(geometry, model)
    if (shape.brokenFaces > 0) this.#count('broken face', shape.brokenFaces)
    if (!shape.mesh) return
    this.#hasShape = true
    this.#triangles += shape.triangles
    if (this.#triangles > trianglesMax) {
      throw new UnworkableModelError('This FBX has too many triangles for a browser.')
    }
    const isSkinned = shape.skin !== undefined
    const geometric = getGeometricMatrix(model)
    const isMoved = !geometric.equals(new Matrix4())
    const holder = isMoved || isSkinned ? this.#document.createNode(model.name) : node
    if (isSkinned) this.#skinned.push({ node: holder, model, shape })
    // glTF ignores the transform of a skinned mesh's node, but programs without skinning apply it.
    // A separate node keeps the transform.
    if (holder !== node) node.addChild(holder.setMatrix(toTuple(geometric)))
    holder.setMesh(shape.mesh)
    if (shape.morphs.length === 0) return
    const weights = shape.morphs.map((morph) => getMorphWeight(morph, getRestWeight(morph.channel)))
    holder.setWeights(weights)
    this.#morphed.set(geometry, [...(this.#morphed.get(geometry) ?? []), holder])
  }

  #addSkin({ node, model, shape }: Skinned): void {
    const { skin } = shape
    const own = this.#nodes.get(model)
    if (!skin || !own) return
    const made = this.#document.createSkin(model.name)
    const geometric = getGeometricMatrix(model)
    const matrices: number[] = []
    skin.bones.forEach((bone, at) => {
      const joint = this.#nodes.get(bone)
      if (joint) made.addJoint(joint)
      const toBone =
        skin.toBone[at] ?? skin.bind[at]?.clone().invert().multiply(this.#getWorld(model))
      matrices.push(...(toBone ?? new Matrix4()).clone().multiply(geometric).toArray())
    })
    made.addJoint(own)
    matrices.push(...geometric.toArray())
    const inverse = this.#document
      .createAccessor()
      .setType('MAT4')
      .setArray(Float32Array.from(matrices))
    made.setInverseBindMatrices(inverse)
    node.setSkin(made)
    if (skin.trimmedPoints > 0) this.#count('point with more than four bones', skin.trimmedPoints)
  }

  #getWorld(model: FbxObject): Matrix4 {
    const known = this.#world.get(model)
    if (known) return known
    const parent = getParentModel(model)
    const local = getLocalMatrix(model)
    const world =
      parent && !isBelow(parent, model) ? this.#getWorld(parent).clone().multiply(local) : local
    this.#world.set(model, world)
    return world
  }
}

const toTuple = (matrix: Matrix4) => matrix.toArray()

function getDepth(model: FbxObject): number {
  const seen = new Set<FbxObject>()
  for (
    let at = getParentModel(model);
    at && !seen.has(at) && seen.size <= depthMax;
    at = getParentModel(at)
  ) {
    seen.add(at)
  }
  return seen.size
}

/**
 * Returns whether `ancestor` is above a model or is the model itself, which happens in damaged
 * files.
 */
function isBelow(start: FbxObject, ancestor: FbxObject): boolean {
  const seen = new Set<FbxObject>()
  for (let at: FbxObject | undefined = start; at && !seen.has(at); at = getParentModel(at)) {
    if (at === ancestor) return true
    seen.add(at)
  }
  return false
}

const getGeometry = ({ children }: FbxObject): FbxObject | undefined =>
  children.find(({ object }) => object.kind === 'Geometry' && object.type !== 'Shape')?.object

function isHidden(model: FbxObject): boolean {
  const seen = new Set<FbxObject>()
  for (let at: FbxObject | undefined = model; at && !seen.has(at); at = getParentModel(at)) {
    if (getNumber(at, 'Visibility') === 0 || getNumber(at, 'Show') === 0) return true
    seen.add(at)
  }
  return false
}

const createEmptyError = () =>
  new UnworkableModelError('This file is empty: it has no mesh, line or bone.')

function describeCounts(counts: ReadonlyMap<FbxLoss, number>): string[] {
  return [...counts].flatMap(([what, count]) => {
    if (count === 0) return []
    if (what === 'subdivision')
      return [`${formatPlural(count, 'object')} shown without subdivision, as a cage.`]
    if (what === 'dual quaternion skin') {
      return [`Joints bend linearly in place of dual quaternions: ${formatPlural(count, 'skin')}.`]
    }
    if (what === 'vertex cache') {
      return [`Left out: ${formatPlural(count, 'vertex cache')}, so those meshes do not move.`]
    }
    if (what === 'hidden object')
      return [`Left out because hidden: ${formatPlural(count, 'object')}.`]
    if (what === 'point with more than four bones') {
      return [`Bones beyond the four strongest are left out at ${formatPlural(count, 'point')}.`]
    }
    return [`Left out: ${formatPlural(count, what)}.`]
  })
}
