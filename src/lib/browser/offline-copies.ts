import { withBase } from '../base-path.ts'
import { createBrowserSetting, createSwitchFormat } from './browser-setting.ts'

/** Returns whether the page runs as an installed app. */
export const isInstalled = (): boolean =>
  typeof matchMedia === 'function' && matchMedia('(display-mode: standalone)').matches

/**
 * Browser setting: whether chats and models are stored for reading offline. On by default in an
 * installed app, which usually runs on the person's own device.
 */
export const offlineCopiesSetting = createBrowserSetting({
  key: 'bozzetto.offline',
  fallback: isInstalled(),
  ...createSwitchFormat('on', 'off'),
})

/** Returns whether the browser can run a service worker, which requires HTTPS or localhost. */
export const canWorkOffline = (): boolean =>
  'serviceWorker' in navigator && 'caches' in globalThis && isSecureContext

export const serviceWorkerUrl = withBase('/service-worker.js')
