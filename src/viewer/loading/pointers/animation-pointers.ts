import type { AnimationClip, BufferAttribute } from 'three'
import type { GLTF, GLTFParser } from 'three/addons/loaders/GLTFLoader.js'
import { toObjectList, toObject } from '#model-files/glb/glb-json.ts'
import { findTargets, type PointerTarget } from './pointer-targets.ts'
import { type Interpolation, type Keys, sampleKeys } from './sampler.ts'

/** Animation of properties outside nodes, such as those of materials and lights. */
export type PointerMotion = {
  apply: (seconds: number) => void
  reset: () => void
}

type Pointers = {
  motions: ReadonlyMap<AnimationClip, PointerMotion>
  passedOver: readonly string[]
}

const extensionName = 'KHR_animation_pointer'

/**
 * Reads animation channels of properties outside nodes, which three.js ignores
 * (`KHR_animation_pointer`). Extends clips to the duration of these channels.
 */
export async function readPointers({ parser, animations }: GLTF): Promise<Pointers> {
  const motions = new Map<AnimationClip, PointerMotion>()
  const passedOver = new Set<string>()
  const described = toObjectList(parser.json['animations'])
  for (const [place, { channels, samplers }] of described.entries()) {
    const clip = animations[place]
    if (!clip) continue
    const tracks: Track[] = []
    for (const channel of toObjectList(channels)) {
      const pointer = getPointer(channel)
      if (pointer === undefined) continue
      const targets = await findTargets(parser, pointer)
      if (targets.length === 0) passedOver.add(pointer)
      const sampler = toObjectList(samplers)[Number(channel['sampler'])]
      for (const target of targets) {
        const keys = sampler && (await readKeys(parser, sampler, target))
        if (keys) tracks.push({ target, keys })
      }
    }
    if (tracks.length === 0) continue
    const ends = tracks.map(({ keys: { times } }) => times[times.length - 1] ?? 0)
    clip.duration = Math.max(clip.duration, ...ends)
    motions.set(clip, getMotion(tracks))
  }
  return { motions, passedOver: [...passedOver] }
}

function getPointer(channel: Record<string, unknown>): string | undefined {
  const { path, extensions } = toObject(channel['target'])
  const { pointer } = toObject(toObject(extensions)[extensionName])
  return path === 'pointer' && typeof pointer === 'string' ? pointer : undefined
}

async function readKeys(
  parser: GLTFParser,
  sampler: Record<string, unknown>,
  { read, isRotation = false }: PointerTarget,
): Promise<Keys | undefined> {
  const [times, values] = (await Promise.all([
    parser.getDependency('accessor', Number(sampler['input'])),
    parser.getDependency('accessor', Number(sampler['output'])),
  ])) as (BufferAttribute | undefined)[]
  if (!times || !values || times.count === 0) return undefined
  const interpolation = getInterpolation(sampler['interpolation'])
  return {
    times: times.array,
    values: plainNumbers(values),
    size: read().length,
    interpolation,
    isRotation,
  }
}

const plainNumbers = (list: BufferAttribute): Float32Array =>
  Float32Array.from({ length: list.count * list.itemSize }, (_, at) =>
    list.getComponent(Math.floor(at / list.itemSize), at % list.itemSize),
  )

const getInterpolation = (name: unknown): Interpolation =>
  name === 'STEP' || name === 'CUBICSPLINE' ? name : 'LINEAR'

type Track = { readonly target: PointerTarget; readonly keys: Keys }

function getMotion(tracks: readonly Track[]): PointerMotion {
  const before = tracks.map(({ target }) => target.read())
  return {
    apply: (seconds) => {
      for (const { target, keys } of tracks) target.write(sampleKeys(keys, seconds))
    },
    reset: () => tracks.forEach(({ target }, place) => target.write(before[place] ?? [])),
  }
}
