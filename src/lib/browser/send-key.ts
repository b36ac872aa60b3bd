import { createBrowserSetting } from './browser-setting.ts'
import { isApple } from './is-apple.ts'

export type SendKey = 'enter' | 'ctrl-enter'

/** Browser setting: which key on a keyboard sends a message. */
export const sendKeySetting = createBrowserSetting<SendKey>({
  key: 'bozzetto.chat.sendKey',
  fallback: 'enter',
  parse: (text) => (text === 'enter' || text === 'ctrl-enter' ? text : undefined),
  format: (key) => key,
})

/**
 * Returns whether the main input is touch. Enter on an on-screen keyboard then starts a new line.
 */
export const isTouchFirst = (): boolean => matchMedia('(pointer: coarse)').matches

/** Returns the keys that send a message, for a tooltip. Returns `undefined` on touch screens. */
export function toSendKeys(sendKey: SendKey): string | undefined {
  if (isTouchFirst()) return undefined
  if (sendKey === 'enter') return 'Enter'
  return [isApple() ? '⌘' : 'Ctrl', 'Enter'].join(' ')
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>

/**
 * Returns whether a key press sends a message. Ctrl+Enter and Cmd+Enter always send. Enter alone
 * never sends on touch screens.
 */
export function isSendPress({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyPress): boolean {
  if (key !== 'Enter' || shiftKey || altKey) return false
  if (ctrlKey || metaKey) return true
  return sendKeySetting.read() === 'enter' && !isTouchFirst()
}
