import { ReadableError } from '#lib/explain.ts'
import { t } from '#languages/app.ts'

/** Recording formats in the order of preference. Safari records MP4, other browsers record Opus. */
const recordingTypes = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4']

export type Microphone = {
  /** Returns the current loudness, as root mean square of samples from -1 to 1. */
  level: () => number
  record: () => void
  take: () => Promise<Blob | undefined>
  close: () => void
}

/**
 * Asks for permission and opens the microphone.
 * @throws {ReadableError} if there is no microphone or the user denies permission.
 */
export async function openMicrophone(): Promise<Microphone> {
  // TypeScript does not know that browsers hide the devices from pages without HTTPS.
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (devices === undefined) {
    throw new ReadableError(
      t('The browser allows the microphone only over HTTPS or on the machine with the server.'),
    )
  }
  const audio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true }
  const stream = await devices.getUserMedia({ audio }).catch((error: unknown) => {
    throw toReadable(error)
  })
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 2_048
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  const mimeType = recordingTypes.find((type) => MediaRecorder.isTypeSupported(type))
  let recorder: MediaRecorder | undefined

  return {
    level() {
      analyser.getFloatTimeDomainData(samples)
      return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
    },
    record() {
      recorder = new MediaRecorder(stream, mimeType === undefined ? {} : { mimeType })
      recorder.start()
    },
    async take() {
      const ending = recorder
      recorder = undefined
      if (!ending || ending.state === 'inactive') return undefined
      return new Promise((resolve) => {
        ending.ondataavailable = ({ data }) => resolve(data)
        ending.stop()
      })
    },
    close() {
      if (recorder?.state === 'recording') recorder.stop()
      for (const track of stream.getTracks()) track.stop()
      if (context.state !== 'closed') void context.close()
    },
  }
}

function toReadable(cause: unknown): ReadableError {
  const name = cause instanceof DOMException ? cause.name : ''
  const sentence =
    name === 'NotAllowedError'
      ? t(
          'The microphone is not allowed for this page. Allow it in the browser’s settings for this address.',
        )
      : name === 'NotFoundError'
        ? t('No microphone was found. Connect one and try again.')
        : t('The microphone could not be opened. Another program may be using it.')
  return new ReadableError(sentence, { cause })
}
