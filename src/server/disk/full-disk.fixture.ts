import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const full = () => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })

type Writing = { writeFile: (...given: unknown[]) => Promise<unknown> }

/**
 * Simulates a full disk in this process: files can be created but not written.
 * @returns a function that ends the simulation.
 */
export function fillDisk(): () => void {
  const promises = fs.promises as unknown as Writing & typeof fs.promises
  const realWriteFile = promises.writeFile
  const realOpen = promises.open
  const openFull: typeof realOpen = async (...given) => {
    const handle = await realOpen(...given)
    Object.assign(handle, { writeFile: () => Promise.reject(full()) })
    return handle
  }
  promises.open = openFull
  Object.assign(promises, {
    writeFile: async (...given: Parameters<typeof realWriteFile>) => {
      const [file, , options] = given
      await realWriteFile(file, '', options)
      throw full()
    },
  })
  syncBuiltinESMExports()
  return () => {
    Object.assign(promises, { open: realOpen, writeFile: realWriteFile })
    syncBuiltinESMExports()
  }
}
