import { withBase } from '../base-path.ts'
import { createBrowserSetting, createSwitchFormat } from './browser-setting.ts'

/** Returns whether the page runs as an installed app, without the browser's address bar. */
export const isInstalled = (): boolean =>
  typeof matchMedia === 'function' && matchMedia('(display-mode: standalone)').matches

/**
 * Browser setting: whether chats and models are stored for reading offline. An installed app is
 * usually on the person's own device, so there the setting is on at first.
 */
export const offlineCopiesSetting = createBrowserSetting({
  key: 'bozzetto.offline',
  fallback: isInstalled(),
  ...createSwitchFormat('on', 'off'),
})

/** Returns whether the browser can run a service worker. It needs HTTPS, or a server on the same machine. */
export const canWorkOffline = (): boolean =>
  'serviceWorker' in navigator && 'caches' in globalThis && isSecureContext

/** Address of the service worker, which stores copies and shows notices. */
export const serviceWorkerUrl = withBase('/service-worker.js')
