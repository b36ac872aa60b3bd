import {
  Bone,
  Light,
  Line,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  OctahedronGeometry,
  Points,
  Vector3,
} from 'three'
import { formatPlural } from '#lib/format.ts'
import type { ImportReport } from './import-report.ts'

const boneWidth = 0.12

/** Removes lights, because FBX and USD programs use different units for brightness. */
export function leaveOutLights(root: Object3D, report: ImportReport): void {
  const lights: Object3D[] = []
  root.traverse((object) => {
    if (object instanceof Light) lights.push(object)
  })
  for (const light of lights) {
    for (const child of light.children.slice()) light.parent?.attach(child)
    light.removeFromParent()
  }
  if (lights.length > 0) report.losses.push(`Left out: ${formatPlural(lights.length, 'light')}.`)
}

export function hasShape(root: Object3D): boolean {
  let isFound = false
  root.traverse((object) => {
    const isDrawn = object instanceof Mesh || object instanceof Line || object instanceof Points
    isFound ||= isDrawn && (object.geometry.getAttribute('position')?.count ?? 0) > 0
  })
  return isFound
}

/**
 * Adds a visible body to each bone, for skeletons without a mesh.
 * @returns whether there is any bone.
 */
export function drawSkeleton(root: Object3D): boolean {
  const bones: Bone[] = []
  root.traverse((object) => {
    if (object instanceof Bone) bones.push(object)
  })
  const material = new MeshStandardMaterial({ name: 'bone', color: 0x999999, roughness: 0.7 })
  const up = new Vector3(0, 1, 0)
  let count = 0
  for (const bone of bones) {
    const length = bone.position.length()
    if (!(bone.parent instanceof Bone) || !(length > 0)) continue
    const geometry = new OctahedronGeometry(0.5).scale(
      boneWidth * length,
      length,
      boneWidth * length,
    )
    const body = new Mesh(geometry, material)
    body.name = `${bone.name} body`
    body.position.copy(bone.position).multiplyScalar(0.5)
    body.quaternion.setFromUnitVectors(up, bone.position.clone().normalize())
    bone.parent.add(body)
    count++
  }
  return count > 0
}
