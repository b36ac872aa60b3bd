import type { ModelPose } from '#model-files/mesh/pose/model-pose.ts'
import type { MaterialFacts } from './material-facts.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'

export type TreeEntry = {
  id: number
  name: string
  depth: number
  triangles: number
  own: number
  materials: readonly number[]
}

/** The selected part with its material, or a selected material in all parts. */
export type Selection = { part?: number; material?: number }

/** Morph targets with the same name in all meshes. */
export type Morph = { name: string; amount: number }

export type PartsState = {
  /** True after the user has opened the panel, before which nothing is prepared. */
  isWanted: boolean
  tree: readonly TreeEntry[]
  hidden: ReadonlySet<number>
  materials: readonly MaterialFacts[]
  selected: Selection | undefined
  isPicking: boolean
  /**
   * True while a material has unsaved changes, during which the selected part has no tint, which
   * would hide the material's colours.
   */
  isChanging: boolean
  apart: number
  morphs: readonly Morph[]
  bones: number
  showsBones: boolean
  clips: readonly { name: string; seconds: number }[]
  /** Index of the active clip, `undefined` for the rest pose. */
  clip: number | undefined
  isPlaying: boolean
  speed: number
  seconds: number
}

export type PartsStore = StoreApi<PartsState>

/** State of a newly loaded model, without hidden parts and animation. */
export const wholeModel = {
  hidden: new Set<number>(),
  selected: undefined,
  isChanging: false,
  apart: 0,
  showsBones: false,
  clip: undefined,
  isPlaying: false,
  speed: 1,
  seconds: 0,
} as const

export const getShownPose = ({
  clip,
  seconds,
  morphs,
}: Pick<PartsState, 'clip' | 'seconds' | 'morphs'>): ModelPose => ({ clip, seconds, morphs })

export const createPartsStore = (): PartsStore =>
  createStore<PartsState>(() => ({
    ...wholeModel,
    isWanted: false,
    isPicking: false,
    materials: [],
    tree: [],
    morphs: [],
    bones: 0,
    clips: [],
  }))

export function listBranch(tree: readonly TreeEntry[], id: number): number[] {
  const start = tree.findIndex((entry) => entry.id === id)
  const top = tree[start]
  if (!top) return []
  const after = tree.slice(start + 1).findIndex(({ depth }) => depth <= top.depth)
  const end = after < 0 ? tree.length : start + 1 + after
  return tree.slice(start, end).map((entry) => entry.id)
}

/**
 * Hides everything except one object and its descendants, or shows everything if nothing else is
 * visible.
 */
export function isolate({ tree, hidden }: PartsState, id: number): ReadonlySet<number> {
  const branch = new Set(listBranch(tree, id))
  const others = tree.map((entry) => entry.id).filter((one) => !branch.has(one))
  const isAlone =
    others.every((one) => hidden.has(one)) && branch.size + hidden.size === tree.length
  return isAlone ? new Set() : new Set(others)
}

export function toggle({ tree, hidden }: PartsState, id: number): ReadonlySet<number> {
  const next = new Set(hidden)
  const shows = next.has(id)
  for (const one of listBranch(tree, id)) {
    if (shows) next.delete(one)
    else next.add(one)
  }
  return next
}
