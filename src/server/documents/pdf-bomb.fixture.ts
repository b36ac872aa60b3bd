import { constants, deflateRawSync } from 'node:zlib'

const blockBytes = 1024 * 1024

/** Creates a PDF of one page with `megabytes` of spaces, compressed by a factor of 1,000. */
export function pdfBomb(megabytes: number): Uint8Array {
  // A compressed block that ends with a full flush is self-contained and can be repeated.
  const block = deflateRawSync(Buffer.alloc(blockBytes, ' '), {
    level: 9,
    finishFlush: constants.Z_FULL_FLUSH,
  })
  const zlibHeader = Buffer.from([0x78, 0x9c])
  const lastBlock = Buffer.from([0x03, 0x00])
  const stream = Buffer.concat([zlibHeader, ...Array<Buffer>(megabytes).fill(block), lastBlock])
  const parts = [
    Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>endobj
4 0 obj<</Filter/FlateDecode/Length ${stream.length}>>stream
`),
    stream,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n'),
  ]
  return Buffer.concat(parts)
}
