/** Start of the address of a picture that waits in this browser. */
export const waitingPrefix = 'waiting-picture:'

/** Returns the address of a picture that waits in this browser until the server can be reached. */
export const toWaitingUrl = (id: string): string => `${waitingPrefix}${id}`

/** Returns the id of a picture that waits in this browser. Undefined for other addresses. */
export const findWaitingId = (url: string | undefined): string | undefined =>
  url?.startsWith(waitingPrefix) === true ? url.slice(waitingPrefix.length) : undefined

/** Returns whether the address of a waiting picture is in a value, such as params. */
export const hasWaitingPicture = (value: unknown): boolean =>
  JSON.stringify(value).includes(`"${waitingPrefix}`)
