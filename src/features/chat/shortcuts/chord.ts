import { ownValue } from '#lib/own-value.ts'

/** Keys pressed together, as they are shown: `Ctrl Shift O`. `Ctrl` is Cmd too, where there is one. */
export type Chord = string

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const modifiers: ReadonlySet<string> = new Set(['Control', 'Meta', 'Alt', 'Shift', 'AltGraph'])
const names: Record<string, string> = { ' ': 'Space', Escape: 'Esc' }

/** What is pressed; nothing as long as that is only a key like Shift. */
export function chordOf(press: KeyPress): Chord | undefined {
  const { key } = press
  if (modifiers.has(key)) return undefined
  // On some keyboards a sign needs Shift, on others it does not.
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

/** Whether it writes something into a field. */
export const isWriting = (chord: Chord): boolean => !/^(?:Ctrl|Alt) |^F\d+$/.test(chord)
