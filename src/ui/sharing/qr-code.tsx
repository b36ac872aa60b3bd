import { encode } from 'uqr'

/**
 * Width of the light margin in modules (the squares of a QR code). Cameras need the margin to
 * detect the code.
 */
const quietZone = 4

/**
 * Renders a text as a QR code. The code is always dark on white, because some apps cannot read
 * inverted codes. An image allows a long press on the phone.
 */
export const QrCode = ({ text, label }: { text: string; label: string }) => (
  <img
    src={`data:image/svg+xml,${encodeURIComponent(draw(text))}`}
    alt={label}
    className="size-52 shrink-0 rounded-lg border border-line"
  />
)

function draw(text: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/><path d="${toSvgPath(data)}"/></svg>`
}

/** Creates one rectangle for each run of dark modules in a row. */
function toSvgPath(rows: readonly (readonly boolean[])[]): string {
  let path = ''
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x++) {
      const start = x
      while (row[x]) x++
      if (x > start) path += `M${start} ${y}h${x - start}v1H${start}z`
    }
  }
  return path
}
