import { asRecord } from '#lib/fields.ts'
import {
  type AnimationClip,
  LoadingManager,
  type Material,
  Mesh,
  type MeshPhongMaterial,
  MeshStandardMaterial,
  type Object3D,
  Texture,
  Box3,
  Vector3,
} from 'three'
import { UnworkableModelError } from '../unworkable-model-error.ts'
import { drawSkeleton, hasShape, leaveOutLights } from './tidy-scene.ts'
import { getExtension, findNamed } from './endings.ts'
import type { NamedFile } from './named-file.ts'
import { toGltfPicture } from './pictures/gltf-picture.ts'
import type { Imported, ImportOptions } from './import-files.ts'
import { emptyReport, type ImportReport } from './import-report.ts'
import { guessUnit, type LengthUnit, metresPer } from './units/units.ts'

const picturesWaitMs = 20_000

const noMeshError = (missing: readonly string[]) =>
  new UnworkableModelError(
    missing.length === 0
      ? 'This file is empty: it has no mesh.'
      : `This file has no mesh, and files that it refers to are missing: ${missing.join(', ')}.`,
  )

/**
 * Converts a USD, DAE or 3DS to GLB with its hierarchy, bones and animations. Requires a worker in
 * which three.js can decode pictures.
 * @param files the model and its pictures.
 * @throws {UnworkableModelError} if the model cannot be read, or would unpack too large.
 */
export async function importScene(
  main: NamedFile,
  files: readonly NamedFile[],
  { units = {}, variants }: ImportOptions = {},
): Promise<Imported> {
  const report = emptyReport()
  const urls: string[] = []
  const manager = new LoadingManager()
  // Blocks requests to all addresses except the given files' data.
  manager.setURLModifier((url) => {
    if (url.startsWith('blob:') || url.startsWith('data:')) return url
    const file = findNamed(files, url)
    if (!file) {
      const name = url.split(/[\\/]/).at(-1) ?? url
      if (name !== '' && !report.missing.includes(name)) report.missing.push(name)
      return 'data:,'
    }
    const picture = toGltfPicture(file.bytes, file.name)
    const own = URL.createObjectURL(new Blob([picture?.bytes.slice() ?? file.bytes]))
    urls.push(own)
    return own
  })
  try {
    const { root, animations } = await read(main, { manager, report, files, variants })
    await whenLoaded(root)
    if (getExtension(main.name) === '.3ds') scaleByGuess(root, units['3ds'], report)
    leaveOutLights(root, report)
    makeStandard(root)
    if (!hasShape(root)) {
      if (!drawSkeleton(root)) throw noMeshError(report.missing)
      report.losses.push('This file has motion but no mesh: its skeleton is shown.')
    }
    const { GLTFExporter } = await import('three/addons/exporters/GLTFExporter.js')
    const glb = await new GLTFExporter().parseAsync(root, {
      binary: true,
      animations,
      onlyVisible: false,
    })
    if (!(glb instanceof ArrayBuffer)) throw new TypeError('No GLB was written.')
    return { glb: new Uint8Array(glb), report }
  } catch (cause) {
    if (cause instanceof UnworkableModelError) throw cause
    const kind = getExtension(main.name).slice(1).toUpperCase()
    throw new UnworkableModelError(
      `This ${kind} cannot be read: it is damaged or not a ${kind} file.`,
      { cause },
    )
  } finally {
    for (const url of urls) URL.revokeObjectURL(url)
  }
}

const [zipFirst, zipSecond] = [0x50, 0x4b]

type Scene = { root: Object3D; animations: AnimationClip[] }

type Reading = {
  readonly manager: LoadingManager
  readonly report: ImportReport
  readonly files: readonly NamedFile[]
  readonly variants: ImportOptions['variants']
}

async function read(main: NamedFile, reading: Reading): Promise<Scene> {
  const { name, bytes } = main
  const { manager, report } = reading
  if (getExtension(name) === '.dae') {
    const { readCollada } = await import('./collada/read-collada.ts')
    return readCollada(bytes, manager, report)
  }
  if (getExtension(name) === '.3ds') {
    const { read3ds } = await import('./3ds/read-3ds.ts')
    return read3ds(bytes, manager, report)
  }
  const { readUsd, readUsdz } = await import('./usd/read-usd.ts')
  const isPackage = bytes[0] === zipFirst && bytes[1] === zipSecond
  const root = isPackage ? readUsdz(bytes, reading) : readUsd(reading.files, reading)
  return { root, animations: root.animations }
}

function isThere({ texture }: { texture: Texture }): boolean {
  const { width, complete } = asRecord(texture.image)
  return complete !== false && Number(width) > 0
}

async function whenLoaded(root: Object3D): Promise<void> {
  const slots = [...getMaterials(root)].flatMap((material) =>
    Object.entries(material)
      .filter((entry): entry is [string, Texture] => entry[1] instanceof Texture)
      .map(([slot, texture]) => ({ material, slot, texture })),
  )
  const until = performance.now() + picturesWaitMs
  let last = -1
  while (performance.now() < until) {
    const missing = slots.filter((slot) => !isThere(slot)).length
    if (missing === 0) break
    // Unreadable pictures never arrive, so the loop ends when no picture arrives for a second.
    await new Promise((resolve) => setTimeout(resolve, missing === last ? 1000 : 100))
    if (missing === last && slots.filter((slot) => !isThere(slot)).length === missing) break
    last = missing
  }
  for (const slot of slots) {
    if (!isThere(slot)) Reflect.set(slot.material, slot.slot, null)
  }
}

function getMaterials(root: Object3D): Set<Material> {
  const materials = new Set<Material>()
  root.traverse((object) => {
    if (!(object instanceof Mesh)) return
    const own: Material | Material[] = object.material
    for (const material of [own].flat()) materials.add(material)
  })
  return materials
}

function makeStandard(root: Object3D): void {
  const made = new Map<Material, Material>()
  const standard = (material: Material): Material => {
    if (material instanceof MeshStandardMaterial) return material
    const known = made.get(material)
    if (known) return known
    const old = material as Partial<MeshPhongMaterial> & Material
    const next = new MeshStandardMaterial({
      name: old.name,
      roughness: Math.sqrt(2 / ((old.shininess ?? 8) + 2)),
      metalness: 0,
      side: old.side,
      transparent: old.transparent,
      opacity: old.opacity,
      vertexColors: old.vertexColors,
    })
    if (old.color) next.color.copy(old.color)
    // Files often contain a factor of 0 beside an emissive colour that is not black.
    if (old.emissive) {
      next.emissive.copy(old.emissive).multiplyScalar(Math.min(1, old.emissiveIntensity ?? 1))
    }
    next.map = old.map ?? null
    next.normalMap = old.normalMap ?? null
    next.emissiveMap = old.emissiveMap ?? null
    made.set(material, next)
    return next
  }
  root.traverse((object) => {
    if (!(object instanceof Mesh)) return
    const material: Material | Material[] = object.material
    object.material = Array.isArray(material) ? material.map(standard) : standard(material)
  })
}

/** Scales a 3DS to metres. 3DS has no unit, so the unit is chosen by the user or guessed. */
function scaleByGuess(root: Object3D, chosen: LengthUnit | undefined, report: ImportReport): void {
  const size = new Box3().setFromObject(root).getSize(new Vector3())
  const longest = Math.max(size.x, size.y, size.z)
  const { unit, isUnsure } = guessUnit('3ds', longest, chosen)
  report.unit = { kind: '3ds', used: unit, isUnsure, longest }
  root.scale.multiplyScalar(metresPer(unit))
}
