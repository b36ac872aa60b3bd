// A program of its own, because the transcoder makes functions out of text: the server serves this file, and no
// other, with a policy that allows that and nothing else, not even a request.
import BASIS from 'three/addons/libs/basis/basis_transcoder.js'
import { KTX2Loader } from 'three/addons/loaders/KTX2Loader.js'

/** What three puts together as text for its own worker, and its type does not tell of. */
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

// A transcoder that does not start would leave its texture waiting for ever.
addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => {
  postMessage({ type: 'error', error: reason instanceof Error ? reason.message : '', data: {} })
})

BasisWorker()
