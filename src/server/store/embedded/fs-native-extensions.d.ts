declare module 'fs-native-extensions' {
  /**
   * Locks the whole file of the descriptor `fd` until the descriptor is closed.
   * @returns false if another descriptor holds the lock.
   */
  export function tryLock(fd: number): boolean
}
