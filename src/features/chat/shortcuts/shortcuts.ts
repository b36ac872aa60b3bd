import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import type { Chord } from './chord.ts'

/** What keys can be chosen for, in the order in which it is listed. */
export const shortcutNames = {
  new: 'New chat',
  find: 'Find in this conversation',
  write: 'Go to the message box',
  model: 'Choose a model',
  compare: 'Compare models',
  settings: 'Chat settings',
  prompts: 'Prompts',
} as const
export type ShortcutId = keyof typeof shortcutNames

/** An empty chord: no keys at all. */
export type Shortcuts = Readonly<Record<ShortcutId, Chord>>

const usual: Shortcuts = {
  new: 'Ctrl Shift O',
  find: 'Ctrl F',
  write: '/',
  model: '',
  compare: '',
  settings: '',
  prompts: '',
}

const ids = z.enum(['new', 'find', 'write', 'model', 'compare', 'settings', 'prompts'])
export const shortcutIds: readonly ShortcutId[] = ids.options

const storageKey = 'bozzetto.chat-shortcuts'
const storedSchema = z.partialRecord(ids, z.string().max(40))

const listeners = new Set<() => void>()
let held: Shortcuts | undefined

/** Those of this browser. The same object until one of them changes. */
export function readShortcuts(): Shortcuts {
  held ??= { ...usual, ...readStored() }
  return held
}

/** Keys do one thing only: whatever had them has none afterwards. */
export function changeShortcut(id: ShortcutId, chord: Chord): void {
  const next = { ...readShortcuts() }
  for (const other of shortcutIds) if (chord !== '' && next[other] === chord) next[other] = ''
  next[id] = chord
  keep(next)
}

export const resetShortcuts = (): void => keep(usual)

export const actionOf = (chord: Chord): ShortcutId | undefined =>
  shortcutIds.find((id) => chord !== '' && readShortcuts()[id] === chord)

/** Draws again when the person chooses other keys. */
export const useShortcuts = (): Shortcuts => useSyncExternalStore(subscribe, readShortcuts)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function keep(next: Shortcuts): void {
  held = next
  try {
    localStorage.setItem(storageKey, JSON.stringify(next))
  } catch (error) {
    console.warn('The shortcuts are kept only as long as this page.', error)
  }
  for (const listener of listeners) listener()
}

function readStored(): Partial<Shortcuts> {
  try {
    const stored = localStorage.getItem(storageKey)
    return stored === null ? {} : storedSchema.parse(JSON.parse(stored))
  } catch (error) {
    console.warn('The shortcuts cannot be read.', error)
    return {}
  }
}
