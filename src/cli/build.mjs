// `npm run build` builds the page and the server in two processes, because a single process would
// need 1.6 GB of memory.
import { fileURLToPath } from 'node:url'
import { CommandError, run } from './project.mjs'

const self = fileURLToPath(import.meta.url)
const [only] = process.argv.slice(2)

try {
  if (only !== undefined) {
    const { createBuilder } = await import('vite')
    const builder = await createBuilder({ logLevel: 'warn' })
    await builder.build(builder.environments[only])
  } else {
    for (const part of ['client', 'ssr']) {
      console.log(part === 'client' ? 'Building the page …' : 'Building the server …')
      await run(process.execPath, [self, part])
    }
  }
} catch (error) {
  if (!(error instanceof CommandError)) throw error
  console.error(describe(error))
  process.exitCode = 1
}

function describe({ code, message }) {
  // If memory is short, the system kills a process with SIGKILL, and Node aborts with SIGABRT. A
  // shell reports these signals as 137 and 134.
  const isOutOfMemory = ['SIGKILL', 'SIGABRT', 137, 134].includes(code)
  if (!isOutOfMemory) return `The build failed: ${message}`
  return 'The build ran out of memory. It needs 1.5 GB: close other programs, add swap space, or build on another machine with "npm run release" and copy the folder.'
}
