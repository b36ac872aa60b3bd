import path from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))

/**
 * Folder with the prepared database of a first start. The build creates it. Undefined when running
 * from source, so that a new database matches the current code.
 */
export const newDatabaseFolder: string | undefined = import.meta.url.endsWith('.ts')
  ? undefined
  : // In the build, this module may be part of a chunk in the folder below.
    path.join(path.basename(here) === 'assets' ? path.dirname(here) : here, 'new-database')
