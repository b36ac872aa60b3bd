/** FBX time units per second (FBX SDK, `KTime`). */
const ticksPerSecond = 46_186_158_000

export const toSeconds = (ticks: number): number => ticks / ticksPerSecond
