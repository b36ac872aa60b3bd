import { fileURLToPath } from 'node:url'

/** The mask network's file in this repository. */
export const weightsPath = fileURLToPath(new URL('../weights/u2netp.onnx', import.meta.url))
