/** What it takes to send a picture, which is loaded together. */
export { uploadPicture } from '#api/files.ts'
export { fetchAddress } from './fetch-address.ts'
export { prepareFile } from './prepare-file.ts'
export { remakePicture } from '#model-files/pictures/remake-picture.ts'
