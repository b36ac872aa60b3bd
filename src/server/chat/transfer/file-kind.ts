import { detectPictureKind } from '../../files/pictures/picture-kind.ts'

export type ForeignFileKind = 'picture' | 'recording' | 'video' | 'document'

const recordingMarks = ['ID3', 'OggS', 'fLaC', '\u00FF\u00FB', '\u00FF\u00F3']

/**
 * Returns the kind of a file by its first bytes, then by its MIME type, because exports often
 * contain wrong MIME types.
 */
export function kindOfFile(bytes: Uint8Array, mimeType = ''): ForeignFileKind {
  if ('mimeType' in detectPictureKind(bytes)) return 'picture'
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  if (start.startsWith('BM')) return 'picture'
  if (recordingMarks.some((mark) => start.startsWith(mark))) return 'recording'
  if (start.startsWith('RIFF')) return 'recording'
  if (start.startsWith('\u001A\u0045\u00DF\u00A3')) {
    return mimeType.startsWith('audio') ? 'recording' : 'video'
  }
  if (start.slice(4, 8) === 'ftyp') {
    if (/^(?:mif1|msf1)/.test(start.slice(8, 12))) return 'picture'
    return start.slice(8, 11) === 'M4A' || mimeType.startsWith('audio') ? 'recording' : 'video'
  }
  if (/^image\/(?!svg)/.test(mimeType)) return 'picture'
  return kindByName('', mimeType) ?? 'document'
}

/**
 * Returns the kind of a missing file by its name or MIME type, or undefined if they do not show the
 * kind.
 */
export function kindByName(name: string, mimeType = ''): 'recording' | 'video' | undefined {
  if (mimeType.startsWith('audio/') || /\.(?:wav|mp3|m4a|ogg|opus|flac)$/i.test(name))
    return 'recording'
  return mimeType.startsWith('video/') || /\.(?:mp4|mov|webm|mkv)$/i.test(name)
    ? 'video'
    : undefined
}
