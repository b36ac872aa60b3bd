/** Id of the current person during work for visitors and for the server itself. */
export const nobody = ''

let read = (): string => nobody

/** Returns the id of the person for whom the current work is done. */
export const getCurrentPerson = (): string => read()

/**
 * Sets the function that returns the current person. The store calls this function, because this
 * folder must not import the store.
 */
export const setPersonReader = (reader: () => string): void => {
  read = reader
}
