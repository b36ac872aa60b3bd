/** Samples per second. Speech models use this rate, and whisper.cpp accepts no other rate. */
const sampleRate = 16_000

/**
 * Converts a recording to a WAV file with one channel, which every transcription server accepts.
 * Browsers record in different formats.
 * @throws {DOMException} if the browser cannot decode its recording.
 */
export async function toWav(recording: Blob): Promise<Blob> {
  // The decoder converts to the sample rate of its context.
  const context = new OfflineAudioContext(1, 1, sampleRate)
  const decoded = await context.decodeAudioData(await recording.arrayBuffer())
  const channels = Array.from({ length: decoded.numberOfChannels }, (_, k) =>
    decoded.getChannelData(k),
  )
  return encodeWav(channels)
}

/** Encodes the mean of the channels as 16-bit PCM with a RIFF header. */
export function encodeWav(channels: readonly Float32Array[]): Blob {
  const length = channels[0]?.length ?? 0
  const view = new DataView(new ArrayBuffer(44 + length * 2))
  const write = (at: number, text: string) => {
    for (let k = 0; k < text.length; k++) view.setUint8(at + k, text.charCodeAt(k))
  }
  write(0, 'RIFF')
  view.setUint32(4, 36 + length * 2, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  write(36, 'data')
  view.setUint32(40, length * 2, true)
  for (let at = 0; at < length; at++) {
    let sum = 0
    for (const channel of channels) sum += channel[at] ?? 0
    const sample = Math.max(-1, Math.min(1, sum / channels.length))
    view.setInt16(44 + at * 2, Math.round(sample * 32_767), true)
  }
  return new Blob([view.buffer], { type: 'audio/wav' })
}
