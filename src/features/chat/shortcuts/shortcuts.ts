import * as z from 'zod/mini'
import { useStore } from 'zustand'
import { persist, type PersistStorage } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'
import type { Chord } from './chord.ts'

/** Actions with configurable shortcuts, in display order. */
export const shortcutNames = {
  new: 'New chat',
  find: 'Find in this chat',
  write: 'Go to the message box',
  model: 'Choose a model',
  compare: 'Compare models',
  settings: 'Chat settings',
  prompts: 'Prompts',
} as const
export type ShortcutId = keyof typeof shortcutNames

/** An empty combination disables the shortcut. */
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
const storedSchema = z.partialRecord(ids, z.string().check(z.maxLength(40)))

type ShortcutState = { shortcuts: Shortcuts }

/** Stores only the keys, without the version that `persist` would add. */
const storage: PersistStorage<ShortcutState> = {
  getItem() {
    try {
      const stored = localStorage.getItem(storageKey)
      if (stored === null) return null
      const shortcuts = { ...usual, ...storedSchema.parse(JSON.parse(stored)) }
      return { state: { shortcuts } }
    } catch (error) {
      console.warn('The shortcuts cannot be read.', error)
      return null
    }
  },
  setItem(name, { state }) {
    try {
      localStorage.setItem(name, JSON.stringify(state.shortcuts))
    } catch (error) {
      console.warn('Shortcuts are kept only until this page closes.', error)
    }
  },
  removeItem: (name) => localStorage.removeItem(name),
}

const store = createStore<ShortcutState>()(
  persist(() => ({ shortcuts: usual }), { name: storageKey, storage }),
)

/** Returns the shortcuts of this browser. The identity changes only with a shortcut. */
export const readShortcuts = (): Shortcuts => store.getState().shortcuts

/** Assigns a combination to an action, and removes it from any other action. */
export function changeShortcut(id: ShortcutId, chord: Chord): void {
  const next = { ...readShortcuts() }
  for (const other of shortcutIds) if (chord !== '' && next[other] === chord) next[other] = ''
  next[id] = chord
  store.setState({ shortcuts: next })
}

export const resetShortcuts = (): void => void store.setState({ shortcuts: usual })

export const findShortcutAction = (chord: Chord): ShortcutId | undefined =>
  shortcutIds.find((id) => chord !== '' && readShortcuts()[id] === chord)

/** Returns the shortcuts and re-renders when they change. */
export const useShortcuts = (): Shortcuts => useStore(store).shortcuts
