/** Cache of the service worker with the responses that can be read offline. */
export const copiesCache = 'bozzetto-copies'
/** Cache of the service worker with the most recently opened model files. */
export const modelsCache = 'bozzetto-models'
/**
 * Cache of the service worker with files and text that another app has shared, until the page reads
 * them.
 */
export const sharedCache = 'bozzetto-shared'

/** Cache of the service worker with the texts of notices in the reader's language. */
export const noticeTextsCache = 'bozzetto-notice-texts'
/** Path of these texts below the app's folder. The texts are JSON, by their English text. */
export const noticeTextsPath = 'notice-texts'

/**
 * Response header in which the service worker stores the time of the copy, in Unix milliseconds.
 */
export const storedAtHeader = 'x-bozzetto-stored-at'

/** Broadcast channel on which the service worker sends `OfflineMessage` to the page. */
export const offlineChannel = 'bozzetto-offline'

/**
 * Whether the page shows stored copies, and when the newest of those copies was stored, in Unix
 * milliseconds.
 */
export type OfflineMessage = { isOffline: boolean; storedAtMs?: number }
