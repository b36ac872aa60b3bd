/** For tests of what is beside the local engine: nobody has added a network. */
export const noNetworks = {
  inUse: () => ({}),
  noteUsed: () => {},
  shapes: () => [],
  codes: { keep: () => '', find: () => undefined },
}
