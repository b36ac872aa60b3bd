/** The package ships no types; this is the part in use. */
declare module 'fs-native-extensions' {
  /**
   * Locks the whole file that is open as `fd`, for as long as it stays open.
   *
   * @returns false when another descriptor has it locked.
   */
  export function tryLock(fd: number): boolean
}
