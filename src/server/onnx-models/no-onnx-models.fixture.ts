/** A service without ONNX models, for tests of the local engine. */
export const noOnnxModels = {
  inUse: () => ({}),
  noteUsed: () => {},
  shapes: () => [],
  codes: { keep: () => '', find: () => undefined },
}
