import sharp, { type Sharp } from 'sharp'

const drawn = (width: number, height: number, content: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`,
  )

const figure = `
  <defs><radialGradient id="fur" cx=".4" cy=".35"><stop offset="0" stop-color="#ffb35c"/>
    <stop offset="1" stop-color="#b3541e"/></radialGradient></defs>
  <ellipse cx="110" cy="330" rx="85" ry="45" fill="url(#fur)" transform="rotate(-25 110 330)"/>
  <ellipse cx="402" cy="330" rx="85" ry="45" fill="url(#fur)" transform="rotate(25 402 330)"/>
  <ellipse cx="256" cy="350" rx="135" ry="125" fill="url(#fur)"/>
  <circle cx="256" cy="160" r="115" fill="url(#fur)"/>
  <circle cx="215" cy="145" r="14" fill="#2b1a12"/><circle cx="297" cy="145" r="14" fill="#2b1a12"/>
  <ellipse cx="256" cy="195" rx="34" ry="22" fill="#ffe0bd"/>
  <circle cx="256" cy="360" r="70" fill="#ffd9a8"/>`

export const figurePicture = (side = 112) =>
  sharp(drawn(512, 512, figure))
    .resize(side)
    .png()
    .toBuffer()

type DrawnLeg = { readonly x: number; readonly colour: string }

/**
 * Returns an animal seen from its side, 256 × 256 on a transparent background. Its legs are 20 px
 * wide, from 150 px to 236 px, drawn behind the body.
 */
const animalPicture = (legs: readonly DrawnLeg[]) =>
  sharp(
    drawn(
      256,
      256,
      `<defs><linearGradient id="coat" x2="0" y2="1"><stop offset="0" stop-color="#d79a5a"/>
        <stop offset="1" stop-color="#b97c40"/></linearGradient></defs>
      ${legs.map(({ x, colour }) => `<rect x="${x - 10}" y="130" width="20" height="106" rx="8" fill="${colour}"/>`).join('')}
      <rect x="52" y="88" width="160" height="72" rx="34" fill="url(#coat)"/>
      <path d="M62 120 L40 40 L78 44 L92 110Z" fill="#cd9150"/>
      <rect x="12" y="32" width="66" height="30" rx="14" fill="#cd9150"/>`,
    ),
  )
    .png()
    .toBuffer()

const coat = { light: '#b97c40', shade: '#7d5228' } as const

export const shadedAnimal = () =>
  animalPicture([
    { x: 110, colour: coat.shade },
    { x: 154, colour: coat.shade },
    { x: 72, colour: coat.light },
    { x: 192, colour: coat.light },
  ])

/** Returns an animal as a drawing with outlines. The outer legs have no line towards the body. */
export const drawnAnimal = () =>
  sharp(
    drawn(
      256,
      256,
      `<g fill="${coat.light}" stroke="#222" stroke-width="7" stroke-linejoin="round">
        ${[110, 154].map((x) => `<rect x="${x - 11}" y="120" width="22" height="116"/>`).join('')}
        <path d="M70 88 L44 88 V40 H84 V88 H212 V160 H60 V120 L50 88"/>
        ${[72, 196].map((x) => `<path d="M${x - 12} 140 V236 H${x + 12} V140"/>`).join('')}
      </g>`,
    ),
  )
    .png()
    .toBuffer()

export const backdropPicture = () =>
  sharp(drawn(512, 512, `<rect width="512" height="512" fill="#dde1e6"/>${figure}`))
    .resize(128)
    .jpeg({ quality: 95 })
    .toBuffer()

/** Returns a figure in a landscape, whose outline only the mask network finds. */
export const scenePicture = () =>
  sharp(
    drawn(
      512,
      512,
      `<defs><linearGradient id="sky" x2="0" y2="1"><stop offset="0" stop-color="#3d7ec2"/>
        <stop offset="1" stop-color="#dcebf5"/></linearGradient></defs>
      <rect width="512" height="512" fill="url(#sky)"/>
      <path d="M0 300 L120 180 L260 330 L380 210 L512 330 V512 H0Z" fill="#4c7a4a"/>
      <g transform="translate(116 150) scale(.55)">${figure}</g>`,
    ),
  )
    .jpeg()
    .toBuffer()

/** Returns a blue triangle with a yellow disc, 96 × 96: a logo in two flat colours. */
export const logoPicture = () =>
  sharp(
    drawn(
      96,
      96,
      `<path d="M48 6 L90 90 H6 Z" fill="#2f6fed"/><circle cx="48" cy="64" r="13" fill="#f5b301"/>`,
    ),
  )
    .png()
    .toBuffer()

/** Returns twelve spokes, two pixels wide, which have many holes and little area. */
export const linesPicture = () =>
  sharp(
    drawn(
      512,
      512,
      Array.from({ length: 12 }, (_, k) => {
        const x = 256 + 230 * Math.cos((k * Math.PI) / 6)
        const y = 256 + 230 * Math.sin((k * Math.PI) / 6)
        return `<path d="M256 256 L${x} ${y}" stroke="#c33" stroke-width="2"/>`
      }).join('') +
        '<circle cx="256" cy="256" r="190" fill="none" stroke="#36c" stroke-width="2"/>',
    ),
  )
    .png()
    .toBuffer()

export const dotsPicture = () =>
  sharp(
    drawn(
      512,
      512,
      Array.from({ length: 60 }, (_, k) => {
        const [x, y] = [35 + (k % 8) * 63, 35 + Math.floor(k / 8) * 63]
        return `<circle cx="${x}" cy="${y}" r="${7 + (k % 7) * 3}" fill="hsl(${k * 6},70%,50%)"/>`
      }).join(''),
    ),
  )
    .png()
    .toBuffer()

/**
 * Returns a picture whose pixels come from a function of x and y that returns red, green, blue and
 * alpha.
 */
export function pixelPicture(
  width: number,
  height: number,
  pixel: (x: number, y: number) => readonly [number, number, number, number],
): Sharp {
  const data = Buffer.alloc(width * height * 4)
  for (let i = 0; i < width * height; i++) {
    data.set(pixel(i % width, Math.floor(i / width)), i * 4)
  }
  return sharp(data, { raw: { width, height, channels: 4 } }).png()
}
