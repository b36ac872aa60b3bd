import { useLayoutEffect } from 'react'
import { t } from '#languages/app.ts'
import type { AppPlace } from './routes.ts'

const titles: Record<AppPlace['name'], string> = {
  chat: t('Chat · Bozzetto'),
  studio: t('Studio · Bozzetto'),
  library: t('Library · Bozzetto'),
  settings: t('Settings · Bozzetto'),
  viewer: t('Viewer · Bozzetto'),
  compare: t('Compare · Bozzetto'),
  phone: t('Camera · Bozzetto'),
  share: 'Bozzetto',
  'shared-chat': 'Bozzetto',
  invitation: t('Invitation · Bozzetto'),
  reset: t('New password · Bozzetto'),
  welcome: t('Welcome · Bozzetto'),
  nowhere: t('Not found · Bozzetto'),
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
