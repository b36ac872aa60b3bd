/** This module bundles the functions for uploading a picture, so that they load together. */
export { announceAnimated } from './announce-animated.ts'
export { fetchAddress } from './fetch-address.ts'
export { prepareFile } from './prepare-file.ts'
export { sendOrKeep } from './send-or-keep.ts'
export { remakePicture } from '#model-files/pictures/remake-picture.ts'
