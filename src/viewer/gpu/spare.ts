/** One thing that is made before anybody asks for it. */
export type Spare<Thing> = {
  /** Only where there is none. */
  keep: (thing: Thing) => void
  /** It is the caller's then. */
  take: () => Thing | undefined
  isThere: () => boolean
}

/** What nobody takes is given back. */
const keepMs = 20_000

export function createSpare<Thing>(giveBack: (thing: Thing) => void): Spare<Thing> {
  let kept: { thing: Thing; timer: ReturnType<typeof setTimeout> } | undefined
  const take = () => {
    const { thing, timer } = kept ?? {}
    clearTimeout(timer)
    kept = undefined
    return thing
  }
  return {
    keep: (thing) => {
      const timer = setTimeout(() => {
        kept = undefined
        giveBack(thing)
      }, keepMs)
      kept = { thing, timer }
    },
    take,
    isThere: () => kept !== undefined,
  }
}
