import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../public/samples/', import.meta.url))

/** Path of one of the sample pictures that come with the page. */
export const samplePicture = (name: 'amphora' | 'lion' | 'robot' | 'teddy-bear'): string =>
  `${folder}${name}.webp`
