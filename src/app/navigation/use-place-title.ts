import { useLayoutEffect } from 'react'
import type { AppPlace } from './routes.ts'

const titles: Record<AppPlace['name'], string> = {
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
  reset: 'New password · Bozzetto',
  welcome: 'Welcome · Bozzetto',
  nowhere: 'Not found · Bozzetto',
}

/**
 * Sets the page's title when the user opens a main page, which may then set a more specific title.
 */
export function usePlaceTitle(name: AppPlace['name']): void {
  // A layout effect runs before the page's own effects, which set more specific titles.
  useLayoutEffect(() => {
    document.title = titles[name]
  }, [name])
}
