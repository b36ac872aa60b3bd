import type { DepthForm, MaskForm } from '#engine/networks/network-file.ts'

export type KnownFile = {
  readonly name: string
  readonly path: string
  readonly bytes: number
  readonly isExact?: boolean
  /** Hash in hex. Absent to use the hub's hash. */
  readonly sha256?: string
}

type Job =
  | { readonly job: 'mask'; readonly form: MaskForm }
  | { readonly job: 'depth'; readonly form: DepthForm }
  | { readonly job: 'shape'; readonly form: 'triplane' }

export type KnownOnnxModel = Job & {
  readonly id: string
  readonly name: string
  readonly does: string
  readonly needs: string
  readonly licence: string
  readonly page: string
  readonly files: readonly KnownFile[]
}

const hubFile = (repository: string, path: string) => `${repository}/resolve/main/${path}`

/**
 * ONNX models that people can download, in the order in which they are shown. Their licences allow
 * any use.
 */
export const knownOnnxModels: readonly KnownOnnxModel[] = [
  {
    id: 'moge-2-small',
    job: 'depth',
    form: 'points',
    name: 'MoGe-2 (small)',
    does: 'Measures how deep the front really is. The back is still guessed.',
    needs: 'About 1 GB of memory.',
    licence: 'MIT',
    page: 'https://huggingface.co/Ruicheng/moge-2-vits-normal-onnx',
    files: [
      {
        name: 'moge-2-vits-normal.onnx',
        path: hubFile('Ruicheng/moge-2-vits-normal-onnx', 'model.onnx'),
        bytes: 140_000_000,
      },
    ],
  },
  {
    id: 'depth-anything-v2-small',
    job: 'depth',
    form: 'disparity',
    name: 'Depth Anything V2 (small)',
    does: 'Sees what is nearer and what is farther away, but not by how much: it shapes the relief, not the overall depth.',
    needs: 'About 1 GB of memory.',
    licence: 'Apache-2.0',
    page: 'https://huggingface.co/onnx-community/depth-anything-v2-small',
    files: [
      {
        name: 'depth-anything-v2-small.onnx',
        path: hubFile('onnx-community/depth-anything-v2-small', 'onnx/model.onnx'),
        bytes: 99_100_000,
        sha256: 'afb6a5c28f3b6bf1618c6e43f02073ef9dfdc70e937502d51603e57b0a1df10c',
      },
    ],
  },
  {
    id: 'birefnet-lite-512',
    job: 'mask',
    form: 'birefnet',
    name: 'BiRefNet (lite)',
    does: 'Finds the object in front of any background, with finer edges than the built-in network.',
    needs: 'About 2 GB of memory.',
    licence: 'MIT',
    page: 'https://huggingface.co/clevr-tools/birefnet-lite-web',
    files: [
      {
        name: 'birefnet_lite_512_fp16w.onnx',
        path: hubFile('clevr-tools/birefnet-lite-web', 'birefnet_lite_512_fp16w.onnx'),
        bytes: 101_066_931,
        isExact: true,
      },
    ],
  },
  {
    id: 'triposr',
    job: 'shape',
    form: 'triplane',
    name: 'TripoSR',
    does: 'Makes whole models from one picture, unseen sides included. It becomes a model of its own in the studio.',
    needs: 'About 3 GB of memory, and a minute or more.',
    licence: 'MIT',
    page: 'https://huggingface.co/fernandotonon/QtMeshEditor-models',
    files: [
      {
        name: 'triposr_encoder_int8.onnx',
        path: hubFile('fernandotonon/QtMeshEditor-models', 'triposr/triposr_encoder_int8.onnx'),
        bytes: 430_000_000,
      },
      {
        name: 'triposr_decoder.onnx',
        path: hubFile('fernandotonon/QtMeshEditor-models', 'triposr/triposr_decoder.onnx'),
        bytes: 180_000,
      },
    ],
  },
  {
    id: 'triposr-webgpu',
    job: 'shape',
    form: 'triplane',
    name: 'TripoSR for WebGPU',
    does: 'The same network with weights that graphics cards read directly, for browsers with WebGPU. It becomes a model of its own in the studio.',
    needs: 'About 3 GB of memory, in the browser or here.',
    licence: 'MIT',
    page: 'https://huggingface.co/cgb/triposr-onnx-webgpu',
    files: [
      {
        name: 'triplane_q8.onnx',
        path: hubFile('cgb/triposr-onnx-webgpu', 'triplane_q8.onnx'),
        bytes: 2_000_000,
      },
      {
        name: 'decoder.onnx',
        path: hubFile('cgb/triposr-onnx-webgpu', 'decoder.onnx'),
        bytes: 200_000,
      },
      {
        name: 'triplane_q8.onnx.data',
        path: hubFile('cgb/triposr-onnx-webgpu', 'triplane_q8.onnx.data'),
        bytes: 485_000_000,
      },
    ],
  },
]
