import { listOwnKeys } from '#lib/own-value.ts'
import { useEffectEvent, useLayoutEffect } from 'react'
import type { PlaceName } from '../navigation/routes.ts'

export const placeShortcuts: Record<PlaceName, { letter: string; digit: string }> = {
  chat: { letter: 'c', digit: '1' },
  studio: { letter: 's', digit: '2' },
  library: { letter: 'l', digit: '3' },
  settings: { letter: ',', digit: '4' },
}

/** Milliseconds within which the second key must follow `g`. */
const chordMs = 1_500

type Wishes = {
  onGo: (place: PlaceName) => void
  onHelp: () => void
}

export function useAppShortcuts(wishes: Wishes): void {
  const go = useEffectEvent(wishes.onGo)
  const help = useEffectEvent(wishes.onHelp)

  // An effect after painting would miss a key that is pressed as soon as the page appears.
  useLayoutEffect(() => {
    let chordUntilMs = 0

    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey) return
      // On some keyboards, Alt with a digit types a special character, so compare the physical key.
      const place = event.altKey
        ? findPlace(({ digit }) => event.code === `Digit${digit}`)
        : isTyping(event.target)
          ? undefined
          : findPlace(({ letter }) => Date.now() < chordUntilMs && event.key === letter)
      if (place) {
        event.preventDefault()
        event.stopPropagation()
        chordUntilMs = 0
        return go(place)
      }
      if (event.altKey || isTyping(event.target)) return
      chordUntilMs = event.key === 'g' ? Date.now() + chordMs : 0
      if (event.key === '?') {
        event.preventDefault()
        help()
      }
    }

    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
}

const findPlace = (matches: (keys: { letter: string; digit: string }) => boolean) =>
  listOwnKeys(placeShortcuts).find((place) => matches(placeShortcuts[place]))

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true
  if (target instanceof HTMLSelectElement) return true
  const silent = ['button', 'checkbox', 'radio', 'range', 'file', 'submit']
  return target instanceof HTMLInputElement && !silent.includes(target.type)
}
