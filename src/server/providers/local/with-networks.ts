import type { AddedNetworks } from '#engine/networks/network-file.ts'
import { EngineEndedError } from '../../engine/engine-workers.ts'

/**
 * Makes something with added networks, and once more without them where the engine's process ended: they may take
 * more memory than there is.
 *
 * @returns what was made, with a warning where they were left out.
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
