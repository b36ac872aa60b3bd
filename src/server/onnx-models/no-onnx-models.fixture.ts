export const noOnnxModels = {
  inUse: () => ({}),
  noteUsed: () => {},
  shapes: () => [],
  codes: { keep: () => '', find: () => undefined },
}
