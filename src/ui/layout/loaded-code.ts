type Load<Code> = () => Promise<Code>

/** As many as there are functions that import something: all are constants of their modules. */
const codes = new WeakMap<Load<unknown>, unknown>()

/** Loads code; from then on `loadedCode` has it. */
export async function loadCode<Code>(load: Load<Code>): Promise<Code> {
  const code = await load()
  codes.set(load, code)
  return code
}

/** What `load` has brought, so that it can be used without waiting. */
export const loadedCode = <Code>(load: Load<Code>): Code | undefined =>
  codes.get(load) as Code | undefined
