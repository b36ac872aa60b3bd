import fs from 'node:fs'

export type CallRecorder = (given: unknown[], result: unknown) => void

type Functions = Record<string, (...given: unknown[]) => unknown>

/** Wraps functions of `node:fs` until `undo` is called. */
export type Patches = {
  /**
   * @param name of a synchronous function. If one function calls another, only the outer call is
   * recorded.
   */
  sync: (name: string, note: CallRecorder) => void
  async: (name: string, note: CallRecorder) => void
  undo: () => void
}

export function createPatches(): Patches {
  const undo: (() => void)[] = []
  let depth = 0

  function replace(
    owner: object,
    name: string,
    replacement: (real: Functions[string]) => Functions[string],
  ) {
    const functions = owner as Functions
    const real = functions[name]
    if (!real) throw new Error(`There is no ${name}.`)
    functions[name] = replacement(real)
    undo.push(() => {
      functions[name] = real
    })
  }

  return {
    sync: (name, note) =>
      replace(fs, name, (real) => (...given) => {
        depth++
        try {
          const result = real(...given)
          if (depth === 1) note(given, result)
          return result
        } finally {
          depth--
        }
      }),
    async: (name, note) =>
      replace(fs.promises, name, (real) => async (...given) => {
        const result = await real(...given)
        note(given, result)
        return result
      }),
    undo: () => {
      for (const one of undo) one()
    },
  }
}
