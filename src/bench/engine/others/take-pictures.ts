import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ViewName, ViewPictures } from '#engine/params.ts'
import { loadDraws } from '#engine/thumbnail/load-draws.ts'
import { getSolidSize, normalise, rotateSolid, type TriangleSolid } from '../views.ts'
import { cacheFolder } from './fetch-models.ts'
import type { Listed } from './list.ts'
import {
  joinDraws,
  photograph,
  encodePhotograph,
  type JoinedScene,
  type CameraShot,
} from './photograph.ts'

export const pictureSide = 512

/** Version of the cached pictures. Increase the version after a change of the rendering. */
const version = 1

export const shotNames = ['straight', 'oblique', 'lens24', 'lens45'] as const
export type ShotName = (typeof shotNames)[number]

const shots: Record<ShotName, CameraShot> = {
  straight: { yaw: 0, pitch: 0, fov: 0 },
  oblique: { yaw: 35, pitch: 20, fov: 0 },
  lens24: { yaw: 0, pitch: 8, fov: 24 },
  lens45: { yaw: 20, pitch: 15, fov: 45 },
}

export const sideShots: Record<ViewName, CameraShot> = {
  left: { yaw: 94, pitch: 3, fov: 0 },
  back: { yaw: 177, pitch: 4, fov: 0 },
  right: { yaw: 266, pitch: 2, fov: 0 },
}

/** Maximum ratio of height to width of an object that is photographed from above. */
const flatMax = 0.25

export type Subject = Listed & { readonly scene: JoinedScene; readonly isFlat: boolean }

export async function readSubject(listed: Listed, glb: Uint8Array): Promise<Subject> {
  const scene = joinDraws(await loadDraws(glb))
  const [width, height, depth] = getSolidSize(scene)
  return { ...listed, scene, isFlat: height < flatMax * Math.max(width, depth) }
}

/**
 * Returns the true solid as seen by the camera of `shot`, in the position and size that the engine
 * uses.
 */
export const getTrueSolid = (subject: Subject, shot: ShotName): TriangleSolid =>
  normalise(rotateSolid(subject.scene, angleFor(subject, shots[shot])))

/** Returns the model with colours, in the position of `getTrueSolid`. */
export function placedScene(subject: Subject, shot: ShotName): JoinedScene {
  const angle = angleFor(subject, shots[shot])
  const { positions } = getTrueSolid(subject, shot)
  const turned = rotateSolid(
    { positions: subject.scene.normals, indices: subject.scene.indices },
    angle,
  )
  return { ...subject.scene, positions, normals: turned.positions }
}

export type CachedPicture = {
  readonly png: Uint8Array
  /** Nearness of each pixel, as a fraction of the picture's width; NaN outside of the object. */
  readonly nearness: Float32Array
}

export const getCachedPicture = (subject: Subject, name: ShotName): Promise<CachedPicture> =>
  cached(subject, { name, shot: shots[name] })

/** Takes pictures of the other sides. A flat object has no pictures of other sides. */
export async function takeViews(subject: Subject): Promise<Required<ViewPictures>> {
  const take = async (name: ViewName) =>
    (await cached(subject, { name, shot: sideShots[name] })).png
  return { left: await take('left'), back: await take('back'), right: await take('right') }
}

async function cached(
  subject: Subject,
  { name, shot }: { name: string; shot: CameraShot },
): Promise<CachedPicture> {
  const folder = join(cacheFolder, `pictures-${version}`)
  await mkdir(folder, { recursive: true })
  const base = join(folder, `${subject.name}-${subject.blob.slice(0, 8)}-${name}`)
  if (existsSync(`${base}.png`)) {
    const [png, bytes] = await Promise.all([readFile(`${base}.png`), readFile(`${base}.f32`)])
    return { png, nearness: new Float32Array(Uint8Array.from(bytes).buffer) }
  }
  const taken = photograph(subject.scene, { ...shot, ...angleFor(subject, shot) }, pictureSide)
  const png = await encodePhotograph(taken)
  await writeFile(`${base}.f32`, taken.nearness)
  await writeFile(`${base}.png`, png)
  return { png, nearness: taken.nearness }
}

function angleFor({ yaw, isFlat }: Subject, shot: CameraShot) {
  const fromAbove = Math.max(shot.pitch, shot.yaw === 0 && shot.fov === 0 ? 90 : 40)
  return { yaw: shot.yaw + yaw, pitch: isFlat ? fromAbove : shot.pitch }
}
