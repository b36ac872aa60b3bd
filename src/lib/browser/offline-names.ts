/** Cache of the service worker: responses that can be read offline. Without it nothing is stored. */
export const copiesCache = 'bozzetto-copies'
/** Cache of the service worker: the model files that were opened last. */
export const modelsCache = 'bozzetto-models'
/** Cache of the service worker: files and text that another app shared, until the page takes them. */
export const sharedCache = 'bozzetto-shared'

/** Response header of the service worker: when it stored the copy, in milliseconds since 1970. */
export const storedAtHeader = 'x-bozzetto-stored-at'

/** Channel on which the service worker sends `OfflineMessage` to the page. */
export const offlineChannel = 'bozzetto-offline'

/** Whether the page reads stored copies, and when the last of them was stored. */
export type OfflineMessage = { isOffline: boolean; storedAtMs?: number }
