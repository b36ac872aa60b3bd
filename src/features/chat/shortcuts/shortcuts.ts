import * as z from 'zod/mini'
import { createBrowserSetting } from '#lib/browser/browser-setting.ts'
import { useBrowserSetting } from '#ui/use-browser-setting.ts'
import { t } from '#languages/app.ts'
import type { Chord } from './chord.ts'

export const shortcutNames = {
  new: t('New chat'),
  list: t('Show or hide the chat list'),
  find: t('Find in this chat'),
  write: t('Go to the message box'),
  model: t('Choose a model'),
  compare: t('Compare models'),
  settings: t('Chat settings'),
  prompts: t('Prompts'),
} as const
export type ShortcutId = keyof typeof shortcutNames

/** An empty combination disables the shortcut. */
export type Shortcuts = Readonly<Record<ShortcutId, Chord>>

const usual: Shortcuts = {
  new: 'Ctrl Shift O',
  list: 'Ctrl Shift L',
  find: 'Ctrl F',
  write: '/',
  model: '',
  compare: '',
  settings: '',
  prompts: '',
}

const ids = z.enum(['new', 'list', 'find', 'write', 'model', 'compare', 'settings', 'prompts'])
export const shortcutIds: readonly ShortcutId[] = ids.options

const storedSchema = z.partialRecord(ids, z.string().check(z.maxLength(40)))

const setting = createBrowserSetting<Shortcuts>({
  key: 'bozzetto.chat-shortcuts',
  fallback: usual,
  parse: (text) => ({ ...usual, ...storedSchema.parse(JSON.parse(text)) }),
  format: JSON.stringify,
})

/** Returns the shortcuts of this browser. The object's identity changes only with a shortcut. */
export const readShortcuts = (): Shortcuts => setting.read()

export function changeShortcut(id: ShortcutId, chord: Chord): void {
  const next = { ...readShortcuts() }
  for (const other of shortcutIds) if (chord !== '' && next[other] === chord) next[other] = ''
  next[id] = chord
  setting.write(next)
}

export const resetShortcuts = (): void => setting.write(usual)

export const findShortcutAction = (chord: Chord): ShortcutId | undefined =>
  shortcutIds.find((id) => chord !== '' && readShortcuts()[id] === chord)

export const useShortcuts = (): Shortcuts => useBrowserSetting(setting)[0]
