/** This module bundles the functions for uploading a picture, so that they load together. */
export { uploadPicture } from '#api/files.ts'
export { fetchAddress } from './fetch-address.ts'
export { prepareFile } from './prepare-file.ts'
export { keepPicture } from '../state/waiting-pictures.ts'
export { remakePicture } from '#model-files/pictures/remake-picture.ts'
