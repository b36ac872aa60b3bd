/**
 * @param onTurn hears after each turn of the loop, or some short ones together, how many
 * milliseconds of CPU time it took.
 * @returns what ends the watch.
 * @throws where the system does not tell, which is anywhere but on Linux.
 */
export function watchLoop(onTurn: (cpuMs: number) => void): () => void

/**
 * How many times longer a piece of work takes here and now than on the machine that our figures are
 * of while nothing else runs there, in CPU time; never less than 1.
 */
export function measureSlowness(): number
