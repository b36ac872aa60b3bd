// The transcoder compiles functions from strings. The server allows `eval` only for this file, and
// forbids network requests.
import BASIS from 'three/addons/libs/basis/basis_transcoder.js'
import { KTX2Loader } from 'three/addons/loaders/KTX2Loader.js'

/** Parts of three.js' own worker that its types do not declare. */
const { BasisWorker, EngineFormat, EngineType, TranscoderFormat, BasisFormat } =
  KTX2Loader as unknown as {
    BasisWorker: () => void
    EngineFormat: object
    EngineType: object
    TranscoderFormat: object
    BasisFormat: object
  }

Object.assign(globalThis, {
  BASIS,
  _EngineFormat: EngineFormat,
  _EngineType: EngineType,
  _TranscoderFormat: TranscoderFormat,
  _BasisFormat: BasisFormat,
})

// Without this message, the page would wait endlessly for a failed transcoder.
addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => {
  postMessage({ type: 'error', error: reason instanceof Error ? reason.message : '', data: {} })
})

BasisWorker()
