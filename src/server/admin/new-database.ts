// Creates the database that a first start copies, because creating a database takes Postgres
// seconds. The build runs this program.
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { copyTree } from '../disk/copy-tree.ts'
import { openQueue } from '../generation/worker/queue.ts'
import { openStore, postgresFolder } from '../store/store.ts'
import { listNewDatabaseFolders, newDatabaseFolder } from '../store/embedded/new-database-folder.ts'

if (newDatabaseFolder === undefined) throw new Error('Only the built server makes it.')
const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-new-database-'))
try {
  const store = await openStore(folder)
  await (await openQueue(store)).close()
  await store.close()
  await rm(newDatabaseFolder, { recursive: true, force: true })
  await copyTree(path.join(folder, postgresFolder), newDatabaseFolder)
  await listNewDatabaseFolders(newDatabaseFolder)
  // Let all users of the machine read these files, because the server may run as another user than
  // the build.
  await chmod(newDatabaseFolder, 0o755)
  for (const entry of await readdir(newDatabaseFolder, { recursive: true, withFileTypes: true })) {
    await chmod(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.exit(0)
