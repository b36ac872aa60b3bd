export type Spare<Thing> = {
  keep: (thing: Thing) => void
  take: () => Thing | undefined
  isThere: () => boolean
}

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
