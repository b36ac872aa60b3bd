import { contendForFolder } from '#server/store/embedded/lock-rivals.fixture.ts'

const rounds = 200
const processes = 20

/**
 * Starts twenty processes with the same data folder at once, two hundred times. Only one process
 * may get the folder.
 */
export async function attackFolder(): Promise<Record<string, number>> {
  const { twoOwners, noOwner } = await contendForFolder(rounds, processes)
  return { two_owners_of_folder: twoOwners, no_owner_of_folder: noOwner }
}
