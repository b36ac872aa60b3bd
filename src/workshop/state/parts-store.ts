import type { MaterialFacts } from './material-facts.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** One thing in the model's tree. */
export type TreeEntry = {
  /** Its place in the tree, counted from the top. */
  id: number
  name: string
  depth: number
  /** Of itself and all below. */
  triangles: number
  /** Of itself. */
  own: number
  /** Places of its own materials in the list of all. */
  materials: readonly number[]
}

/** What was clicked: a part with its material, or a material wherever it is used. */
export type Selection = { part?: number; material?: number }

/** A shape that can be mixed in, of all meshes that have one of this name. */
export type Morph = { name: string; amount: number }

export type PartsState = {
  /** Whether anybody has asked for any of this; nothing is prepared before. */
  isWanted: boolean
  tree: readonly TreeEntry[]
  /** Of the tree, what is not shown. */
  hidden: ReadonlySet<number>
  materials: readonly MaterialFacts[]
  selected: Selection | undefined
  /** Whether a click on the model selects what is there. */
  isPicking: boolean
  /** How far the parts are moved apart, 0 to 1. */
  apart: number
  morphs: readonly Morph[]
  /** How many bones bend it. */
  bones: number
  showsBones: boolean
  clips: readonly { name: string; seconds: number }[]
  /** Place of the clip that moves the model; none leaves it as it stands. */
  clip: number | undefined
  isPlaying: boolean
  speed: number
  /** Where the clip is; whoever sets it moves the model there. */
  seconds: number
}

export type PartsStore = StoreApi<PartsState>

/** What is known of a model when it comes on the stage: nothing is hidden, and nothing moves. */
export const wholeModel = {
  hidden: new Set<number>(),
  selected: undefined,
  apart: 0,
  showsBones: false,
  clip: undefined,
  isPlaying: false,
  speed: 1,
  seconds: 0,
} as const

/** What a person does with the parts of the model on one desk. */
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

/** The entry and all below it. */
export function branchOf(tree: readonly TreeEntry[], id: number): number[] {
  const start = tree.findIndex((entry) => entry.id === id)
  const top = tree[start]
  if (!top) return []
  const after = tree.slice(start + 1).findIndex(({ depth }) => depth <= top.depth)
  const end = after < 0 ? tree.length : start + 1 + after
  return tree.slice(start, end).map((entry) => entry.id)
}

/** Hides all but one branch, or shows all again if that is all there is to see. */
export function isolate({ tree, hidden }: PartsState, id: number): ReadonlySet<number> {
  const branch = new Set(branchOf(tree, id))
  const others = tree.map((entry) => entry.id).filter((one) => !branch.has(one))
  const isAlone =
    others.every((one) => hidden.has(one)) && branch.size + hidden.size === tree.length
  return isAlone ? new Set() : new Set(others)
}

/** Shows or hides one branch. */
export function toggle({ tree, hidden }: PartsState, id: number): ReadonlySet<number> {
  const next = new Set(hidden)
  const shows = next.has(id)
  for (const one of branchOf(tree, id)) {
    if (shows) next.delete(one)
    else next.add(one)
  }
  return next
}
