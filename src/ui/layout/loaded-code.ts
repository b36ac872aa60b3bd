type Load<Code> = () => Promise<Code>

/** As many as there are functions that import something: all are constants of their modules. */
const codes = new WeakMap<Load<unknown>, unknown>()

let loadsUnderWay = 0
const waiting = new Set<() => void>()

/** Loads code; from then on `loadedCode` has it. */
export async function loadCode<Code>(load: Load<Code>): Promise<Code> {
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

/** Waits until nothing is being loaded, so that what comes next takes nothing of the line from it. */
export const codeLoaded = (): Promise<void> =>
  new Promise((resolve) => {
    if (loadsUnderWay === 0) resolve()
    else waiting.add(resolve)
  })

/** What `load` has brought, so that it can be used without waiting. */
export const loadedCode = <Code>(load: Load<Code>): Code | undefined =>
  codes.get(load) as Code | undefined
