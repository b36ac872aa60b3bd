import { ownValue } from '#lib/own-value.ts'

/** A displayed key combination, such as `Ctrl Shift O`. `Ctrl` also stands for Cmd. */
export type Chord = string

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const modifiers: ReadonlySet<string> = new Set(['Control', 'Meta', 'Alt', 'Shift', 'AltGraph'])
const names: Record<string, string> = { ' ': 'Space', Escape: 'Esc' }

export function toChord(press: KeyPress): Chord | undefined {
  const { key } = press
  if (modifiers.has(key)) return undefined
  // Ignore Shift for signs, because only some keyboard layouts need Shift for a sign.
  const isSign = key.length === 1 && key.toLowerCase() === key.toUpperCase() && key !== ' '
  return [
    press.ctrlKey || press.metaKey ? 'Ctrl' : '',
    press.altKey ? 'Alt' : '',
    press.shiftKey && !isSign ? 'Shift' : '',
    ownValue(names, key) ?? (key.length === 1 ? key.toUpperCase() : key),
  ]
    .filter(Boolean)
    .join(' ')
}

export const isWriting = (chord: Chord): boolean => !/^(?:Ctrl|Alt) |^F\d+$/.test(chord)
