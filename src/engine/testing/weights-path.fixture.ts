import { fileURLToPath } from 'node:url'

export const weightsPath = fileURLToPath(new URL('../weights/u2netp.onnx', import.meta.url))
