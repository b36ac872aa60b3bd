export { tripoImageToModelParams } from './schemas/tripo-image.ts'
