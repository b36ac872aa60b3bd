export const loadEmptyCanvas = async () => (await import('./empty-canvas.tsx')).EmptyCanvas
