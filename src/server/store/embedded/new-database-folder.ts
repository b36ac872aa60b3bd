import path from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))

/**
 * The database that a first start begins with, as Postgres keeps it in a folder. The build makes it, so there is
 * none beside the sources, where a new one is as the code says now.
 */
export const newDatabaseFolder: string | undefined = import.meta.url.endsWith('.ts')
  ? undefined
  : // Built, this may have become part of a chunk in the folder below.
    path.join(path.basename(here) === 'assets' ? path.dirname(here) : here, 'new-database')
