// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { uploadPicture } from './files.ts'
import { noteSignedIn, signedOut } from './http/signed-out.ts'

class FakeRequest extends EventTarget {
  static last: FakeRequest | undefined
  readonly upload = new EventTarget()
  readonly headers: Record<string, string> = {}
  status = 0
  responseText = ''
  opened = ''
  sent: Blob | undefined
  constructor() {
    super()
    FakeRequest.last = this
  }
  open(method: string, url: string) {
    this.opened = `${method} ${url}`
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send(body: Blob) {
    this.sent = body
  }
  abort() {
    this.dispatchEvent(new Event('abort'))
  }
  answer(status: number, body: unknown) {
    this.status = status
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body)
    this.dispatchEvent(new Event('load'))
  }
}

const picture = new Blob(['bytes'], { type: 'image/png' })
const stored = {
  id: '0'.repeat(20),
  name: 'bär.png',
  mimeType: 'image/png',
  sizeBytes: 5,
  widthPx: 1,
  heightPx: 1,
  hasAlpha: false,
  sha256: 'a'.repeat(64),
  url: '/api/files/x',
}
const request = () => FakeRequest.last!

beforeEach(() => vi.stubGlobal('XMLHttpRequest', FakeRequest))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('uploadPicture', () => {
  it('sends the bytes unchanged and returns the stored file', async () => {
    const upload = uploadPicture(picture, { name: 'bär & co.png' })
    request().answer(201, stored)
    expect(await upload).toEqual(stored)
    expect(request().opened).toBe('POST /api/files?name=b%C3%A4r%20%26%20co.png')
    expect(request().headers['content-type']).toBe('image/png')
    expect(request().sent).toBe(picture)
  })

  it('continues after a sign-in', async () => {
    const upload = uploadPicture(picture, { name: 'a' })
    const first = request()
    first.answer(401, { code: 'unauthorized', message: 'You are signed out.' })
    await vi.waitFor(() => expect(signedOut.getState().isOut).toBe(true))
    noteSignedIn()
    await vi.waitFor(() => expect(request()).not.toBe(first))
    request().answer(201, stored)
    expect(await upload).toEqual(stored)
  })

  it('reports the progress of the upload', async () => {
    const onProgress = vi.fn<(fraction: number) => void>()
    const upload = uploadPicture(picture, { name: 'a', onProgress })
    const event = new ProgressEvent('progress', { loaded: 1, total: 4, lengthComputable: true })
    request().upload.dispatchEvent(event)
    request().answer(201, stored)
    await upload
    expect(onProgress).toHaveBeenCalledWith(0.25)
  })

  it('throws an error with the server’s message', async () => {
    const upload = uploadPicture(picture, { name: 'a' })
    request().answer(400, { code: 'bad_picture', message: 'This is a text file.' })
    await expect(upload).rejects.toMatchObject({
      code: 'bad_picture',
      message: 'This is a text file.',
    })
  })

  it('converts an HTML response with status 413 to the error `too_large`', async () => {
    const upload = uploadPicture(picture, { name: 'a' })
    request().answer(413, '<html>too large</html>')
    await expect(upload).rejects.toMatchObject({ code: 'too_large' })
  })

  it('throws for an invalid response', async () => {
    const upload = uploadPicture(picture, { name: 'a' })
    request().answer(201, { id: 'short' })
    await expect(upload).rejects.toMatchObject({ name: 'UnexpectedAnswerError' })
  })

  it('throws a NetworkError when the server cannot be reached', async () => {
    const upload = uploadPicture(picture, { name: 'a' })
    request().dispatchEvent(new Event('error'))
    await expect(upload).rejects.toMatchObject({ name: 'NetworkError' })
  })

  it('stops the upload when aborted, also before it has started', async () => {
    const controller = new AbortController()
    const upload = uploadPicture(picture, { name: 'a', signal: controller.signal })
    controller.abort()
    await expect(upload).rejects.toMatchObject({ name: 'AbortError' })
    const late = uploadPicture(picture, { name: 'a', signal: controller.signal })
    await expect(late).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('fails when no byte is sent for a minute', async () => {
    vi.useFakeTimers()
    const upload = uploadPicture(picture, { name: 'a' })
    upload.catch(() => {})
    await vi.advanceTimersByTimeAsync(60_000)
    await expect(upload).rejects.toMatchObject({ name: 'NetworkError' })
  })
})
