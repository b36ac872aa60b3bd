/** A service without ONNX models, for tests of the local engine. */
export const noNetworks = {
  inUse: () => ({}),
  noteUsed: () => {},
  shapes: () => [],
  codes: { keep: () => '', find: () => undefined },
}
