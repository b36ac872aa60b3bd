import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../public/samples/', import.meta.url))

/** Returns the path of a sample picture of the page. */
export const samplePicture = (name: 'amphora' | 'lion' | 'robot' | 'teddy-bear'): string =>
  `${folder}${name}.webp`
