import { useLayoutEffect } from 'react'
import type { Place } from './routes.ts'

const titles: Record<Place['name'], string> = {
  chat: 'Chat · Bozzetto',
  studio: 'Studio · Bozzetto',
  library: 'Library · Bozzetto',
  settings: 'Settings · Bozzetto',
  viewer: 'Viewer · Bozzetto',
  compare: 'Compare · Bozzetto',
  phone: 'Camera · Bozzetto',
  share: 'Bozzetto',
  'shared-chat': 'Bozzetto',
  invitation: 'Invitation · Bozzetto',
  nowhere: 'Not found · Bozzetto',
}

/** The page's title when a place is entered; the place itself may say more later. */
export function usePlaceTitle(name: Place['name']): void {
  // Before the effects of the place, which knows better.
  useLayoutEffect(() => {
    document.title = titles[name]
  }, [name])
}
