import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../public/samples/', import.meta.url))

export const samplePicture = (name: 'amphora' | 'lion' | 'robot' | 'teddy-bear'): string =>
  `${folder}${name}.webp`
