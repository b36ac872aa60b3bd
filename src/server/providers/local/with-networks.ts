import type { AddedNetworks } from '#engine/networks/network-file.ts'
import { EngineEndedError } from '../../engine/engine-workers.ts'

/**
 * Runs the engine with the installed networks, and again without them if its process ended, because
 * they may exceed the available memory.
 * @returns the result, with a warning if the networks were skipped.
 */
export async function withNetworks<Made extends { warnings: string[] }>(
  networks: AddedNetworks,
  make: (networks: AddedNetworks) => Promise<Made>,
): Promise<Made> {
  try {
    return await make(networks)
  } catch (error) {
    const names = [networks.mask, networks.depth].flatMap((one) => one?.name ?? [])
    if (!(error instanceof EngineEndedError) || names.length === 0) throw error
    const made = await make({})
    const sentence = `The engine ran out of memory with ${names.join(' and ')}; the model was made without.`
    return { ...made, warnings: [...made.warnings, sentence] }
  }
}
