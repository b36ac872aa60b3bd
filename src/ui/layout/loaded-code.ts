type Load<Code> = () => Promise<Code>

/** Loaded modules by the function that loads them. The function must be a module-level constant. */
const codes = new WeakMap<Load<unknown>, unknown>()

let loadsUnderWay = 0
const waiting = new Set<() => void>()

/** Loads code once. `loadedCode` then returns the code synchronously. */
export async function loadCode<Code>(load: Load<Code>): Promise<Code> {
  // Even for loaded code, each import checks all files that the code needs.
  if (codes.has(load)) return codes.get(load) as Code
  loadsUnderWay++
  try {
    const code = await load()
    codes.set(load, code)
    return code
  } finally {
    loadsUnderWay--
    if (loadsUnderWay === 0) {
      for (const resolve of waiting) resolve()
      waiting.clear()
    }
  }
}

/** Resolves once no code is being loaded, so that later downloads do not compete for bandwidth. */
export const codeLoaded = (): Promise<void> =>
  new Promise((resolve) => {
    if (loadsUnderWay === 0) resolve()
    else waiting.add(resolve)
  })

export const loadedCode = <Code>(load: Load<Code>): Code | undefined =>
  codes.get(load) as Code | undefined
